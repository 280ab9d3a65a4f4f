#include "halfulp/kernels/block_scales.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

#include "halfulp/formats/codec.h"
#include "halfulp/kernels/block_steps.h"
#include "halfulp/kernels/exact_division.h"
#include "halfulp/kernels/round_array.h"
#include "halfulp/rounding/block_scale.h"
#include "halfulp/rounding/quotient.h"

namespace halfulp::kernels {
namespace {

constexpr std::uint32_t kNoCode = ~std::uint32_t{0};

template <class T>
constexpr int kFractionBits = std::numeric_limits<T>::digits - 1;
template <class T>
constexpr int kBias = std::numeric_limits<T>::max_exponent - 1;

template <class T, class Bits>
double number_of(Bits pattern) {
  if constexpr (sizeof(T) == 4) {
    return widen(std::bit_cast<float>(pattern));
  } else {
    return std::bit_cast<double>(pattern);
  }
}

// The least fraction of amax = 2^e * (1 + fraction / 2^bits) for which the rule gives
// 2^(e - emax + 1) rather than 2^(e - emax); 2^bits: there is none.
template <class T>
std::int64_t threshold_of(ScaleRule rule, const Format& element) {
  constexpr int kBits = kFractionBits<T>;
  constexpr std::int64_t kNone = std::int64_t{1} << kBits;
  const std::uint64_t fraction_of_max = bits_of(element.max()) & kFractionMask;
  switch (rule) {
    case ScaleRule::ceil:
      return 1;
    case ScaleRule::round_up:
      return static_cast<std::int64_t>(fraction_of_max >> (52 - kBits)) + 1;
    case ScaleRule::even:  // the midpoint above the last number of a binade
      return kNone - (kNone >> element.precision);
    default:
      return kNone;
  }
}

bool gives_powers_of_two(ScaleRule rule) {
  return rule == ScaleRule::floor || rule == ScaleRule::ceil ||
         rule == ScaleRule::round_up || rule == ScaleRule::even;
}

}  // namespace

template <class T>
BlockScales<T>::BlockScales(double tensor_scale, const BlockFormat& format,
                            const BlockRule& rule)
    : tensor_scale_(tensor_scale), format_(format), rule_(rule) {
  const Format& element = format.element;
  smallest_ = rule.subnormal_scale == SubnormalScale::keep
                  ? format.scale.smallest()
                  : format.scale.smallest_normal();
  // `even` has its threshold among the fractions of T if it has that many bits.
  by_threshold_ = gives_powers_of_two(rule.scale_rule) && tensor_scale == 1.0 &&
                  element.precision <= kFractionBits<T>;
  threshold_ = static_cast<Bits>(threshold_of<T>(rule.scale_rule, element));
  if (sizeof(T) == 4 && rule.scale_rule == ScaleRule::nearest &&
      divides_exactly(format)) {
    nearest_ =
        round_params<double>(format.scale, {.overflow = Overflow::saturate_finite});
    divisor_ = exact_product(element.max(), tensor_scale);
  }
  encode_ = encode_params<double>(format.scale);
  const Unpacked least = unpack_magnitude(format.scale.smallest());
  least_exponent_ = floor_log2(least.significand, least.exponent);
  for (int e = least_exponent_; e <= format.scale.emax; ++e) {
    const double scale = power_of_two(e);
    const bool held = holds(format.scale, scale);
    codes_.push_back(
        held ? static_cast<std::uint32_t>(halfulp::encode(scale, format.scale))
             : kNoCode);
  }
}

template <class T>
double BlockScales<T>::power_of_two_scale(Bits largest) const {
  constexpr int kBits = kFractionBits<T>;
  const int exponent = static_cast<int>(largest >> kBits) - kBias<T>;
  const Bits fraction = largest & ((Bits{1} << kBits) - 1);
  const int e = exponent - format_.element.emax + (fraction >= threshold_ ? 1 : 0);
  const double scale = power_of_two(std::clamp(e, -1074, 1024));
  return std::clamp(scale, smallest_, format_.scale.max());
}

template <class T>
void BlockScales<T>::choose_nearest(std::span<const Bits> largest,
                                    std::span<double> scales) const {
  for (std::size_t i = 0; i < largest.size(); ++i)
    scales[i] = number_of<T>(largest[i]) / divisor_;
  round_array(Rounding::nearest_even, scales.data(), scales.data(), RandomSource{},
              scales.size(), *nearest_);
  for (double& scale : scales) scale = std::max(scale, smallest_);
}

template <class T>
void BlockScales<T>::choose(std::span<const Bits> largest,
                            std::span<double> scales) const {
  constexpr Bits kSmallestNormal = Bits{1} << kFractionBits<T>;
  if (nearest_) choose_nearest(largest, scales);
  for (std::size_t i = 0; i < largest.size(); ++i) {
    if (nearest_ && largest[i] != 0) continue;
    scales[i] =
        by_threshold_ && largest[i] >= kSmallestNormal
            ? power_of_two_scale(largest[i])
            : scale_for(number_of<T>(largest[i]), tensor_scale_, format_, rule_);
  }
}

template <class T>
std::uint32_t BlockScales<T>::code_of(double scale) const {
  const std::uint64_t bits = bits_of(scale);
  const int e = static_cast<int>(bits >> 52) - 1023;
  const bool in_table = bits > kFractionMask &&  // normal in binary64
                        (bits & kFractionMask) == 0 && e >= least_exponent_ &&
                        e <= format_.scale.emax;
  if (in_table) {
    const std::uint32_t code = codes_[static_cast<std::size_t>(e - least_exponent_)];
    if (code != kNoCode) return code;
  }
  return static_cast<std::uint32_t>(halfulp::encode(scale, format_.scale));
}

template <class T>
void BlockScales<T>::encode(std::span<const double> scales,
                            std::span<std::uint32_t> codes) const {
  if (!encode_) {
    for (std::size_t i = 0; i < scales.size(); ++i) codes[i] = code_of(scales[i]);
    return;
  }
  std::array<std::int64_t, 256> buffer;
  for (std::size_t i = 0; i < scales.size(); i += buffer.size()) {
    const std::size_t part = std::min(buffer.size(), scales.size() - i);
    codes_of(scales.data() + i, part, *encode_, buffer.data());
    for (std::size_t j = 0; j < part; ++j)
      codes[i + j] = static_cast<std::uint32_t>(buffer[j]);
  }
}

template class BlockScales<float>;
template class BlockScales<double>;

}  // namespace halfulp::kernels
