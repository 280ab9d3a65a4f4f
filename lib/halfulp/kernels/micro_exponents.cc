#include "halfulp/kernels/micro_exponents.h"

#include <algorithm>

#include "halfulp/base/binary64.h"

namespace halfulp::kernels {

MicroExponentChoice::MicroExponentChoice(const BlockFormat& format) {
  for (std::size_t i = 0; i < BlockFormat::kLevels; ++i) {
    const MicroExponents& micro = format.micro_exponents[i];
    if (micro.bits == 0) return;
    levels_[level_count_++] = {
        static_cast<std::size_t>(micro.group_size / format.smallest_group()),
        format.element.emax + format.largest_micro_exponent(i + 1), micro.largest(),
        micro.bits, format.micro_exponent_bit(i, 0)};
  }
}

std::uint32_t MicroExponentChoice::choose(const double* y, std::size_t groups,
                                          std::size_t stride, int* sums) const {
  std::array<int, kMaxGroups> logs;  // rounded down; -1023 for 0
  for (std::size_t g = 0; g < groups; ++g) {
    logs[g] = static_cast<int>(bits_of(y[g * stride]) >> 52) - 1023;
    sums[g] = 0;
  }
  std::uint32_t word = 0;
  for (std::size_t i = 0; i < level_count_; ++i) {
    const Level& level = levels_[i];
    int bit = level.first_bit;
    for (std::size_t first = 0; first < groups; first += level.groups) {
      const std::size_t end = std::min(first + level.groups, groups);
      int log = logs[first];
      for (std::size_t g = first + 1; g < end; ++g) log = std::max(log, logs[g]);
      const int chosen = std::clamp(log - sums[first] - level.below, 0, level.largest);
      for (std::size_t g = first; g < end; ++g) sums[g] += chosen;
      word |= static_cast<std::uint32_t>(chosen) << bit;
      bit += level.bits;
    }
  }
  return word;
}

}  // namespace halfulp::kernels
