#include "halfulp/kernels/scale_words.h"

namespace halfulp::kernels {
namespace {

std::uint32_t lowest_bits(int count) {
  return static_cast<std::uint32_t>((std::uint64_t{1} << count) - 1);
}

}  // namespace

void scale_codes_of(std::span<const std::uint32_t> words, const BlockFormat& format,
                    std::span<std::uint32_t> codes) {
  const std::uint32_t mask = lowest_bits(format.scale.width);
  for (std::size_t i = 0; i < words.size(); ++i) codes[i] = words[i] & mask;
}

void micro_exponents_of(std::span<const std::uint32_t> words, const BlockedShape& shape,
                        const BlockFormat& format, std::size_t level,
                        std::span<std::uint8_t> exponents) {
  const auto [group_size, bits] = format.micro_exponents[level];
  const BlockedShape groups{shape.outer, shape.length, shape.inner, group_size};
  const auto in_block = static_cast<std::size_t>(shape.block_size / group_size);
  std::size_t at = 0;
  for (std::size_t line = 0; line < shape.outer; ++line) {
    for (std::size_t group = 0; group < groups.blocks(); ++group) {
      const std::size_t block = line * shape.blocks() + group / in_block;
      const int shift =
          format.micro_exponent_bit(level, static_cast<int>(group % in_block));
      for (std::size_t column = 0; column < shape.inner; ++column) {
        const std::uint32_t word = words[block * shape.inner + column];
        exponents[at++] = static_cast<std::uint8_t>(word >> shift & lowest_bits(bits));
      }
    }
  }
}

}  // namespace halfulp::kernels
