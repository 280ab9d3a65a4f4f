#include "halfulp/kernels/block_scales.h"

#include <algorithm>

#include "halfulp/formats/named_formats.h"
#include "halfulp/kernels/scale_steps.h"
#include "halfulp/rounding/block_scale.h"
#include "halfulp/rounding/quotient.h"

namespace halfulp::kernels {
namespace {

constexpr RoundingRule kNearestSaturating = {.overflow = Overflow::saturate_finite};
constexpr int kFractionBits = 52;

// The least fraction of amax = 2^e * (1 + fraction / 2^52) for which the rule gives
// 2^(e - emax + 1) rather than 2^(e - emax); 2^52: there is none.
std::uint64_t threshold_of(ScaleRule rule, const BlockFormat& format) {
  constexpr std::uint64_t kNone = std::uint64_t{1} << kFractionBits;
  switch (rule) {
    case ScaleRule::ceil:
      return 1;
    case ScaleRule::round_up:
      return (bits_of(format.max()) & kFractionMask) + 1;
    case ScaleRule::even:  // the midpoint above the last number of a binade
      return kNone - (kNone >> format.element.precision);
    default:
      return kNone;
  }
}

}  // namespace

BlockScales::BlockScales(double tensor_scale, const BlockFormat& format,
                         const BlockRule& rule)
    : tensor_scale_(tensor_scale),
      format_(format),
      rule_(rule.scale_rule),
      threshold_(threshold_of(rule.scale_rule, format)),
      emax_(format.emax()),
      smallest_(rule.subnormal_scale == SubnormalScale::keep
                    ? format.scale.smallest()
                    : format.scale.smallest_normal()),
      largest_(format.scale.max()),
      of_zeros_(scale_for(0.0, tensor_scale, format, rule)),
      to_scale_(rounder<double>(format.scale, kNearestSaturating)),
      to_bfloat16_(rounder<double>(bf16, kNearestSaturating)) {}

// An inexact quotient, rounded to odd, has the exponent of the exact one and lies on the same
// side of the threshold, which has fewer bits.
double BlockScales::power_of_two_scale(double amax_over_tensor_scale) const {
  const std::uint64_t bits = bits_of(amax_over_tensor_scale);
  const int exponent = static_cast<int>(bits >> kFractionBits) - 1023;
  const int e = exponent - emax_ + ((bits & kFractionMask) >= threshold_ ? 1 : 0);
  const double scale = power_of_two(std::clamp(e, -1022, 1023));
  return std::clamp(scale, smallest_, largest_);
}

void BlockScales::choose_power_of_two(std::span<const double> amax,
                                      std::span<double> scales) const {
  scale_in_groups(tensor_scale_ == 1.0 ? ScaleStep::multiply : ScaleStep::divide_to_odd,
                  amax.data(), amax.size(), amax.size(), &tensor_scale_, scales.data());
  for (double& scale : scales) scale = power_of_two_scale(scale);
}

void BlockScales::choose_nearest(std::span<const double> amax, double max,
                                 std::span<double> scales) const {
  const double divisor = exact_product(max, tensor_scale_);
  scale_in_groups(ScaleStep::divide_to_odd, amax.data(), amax.size(), amax.size(),
                  &divisor, scales.data());
  to_scale_(scales.data(), scales.data(), RandomSource{}, scales.size());
}

void BlockScales::choose_nearest_bfloat16(std::span<const double> amax,
                                          std::span<double> scales) const {
  const double factor =
      reciprocal_in_bfloat16(exact_product(format_.max(), tensor_scale_));
  scale_in_groups(ScaleStep::multiply_to_odd, amax.data(), amax.size(), amax.size(),
                  &factor, scales.data());
  to_bfloat16_(scales.data(), scales.data(), RandomSource{}, scales.size());
  to_scale_(scales.data(), scales.data(), RandomSource{}, scales.size());
}

void BlockScales::choose(std::span<const double> amax, double max,
                         std::span<double> scales) const {
  switch (rule_) {
    case ScaleRule::nearest:
    case ScaleRule::four_over_six:
      choose_nearest(amax, max, scales);
      break;
    case ScaleRule::nearest_bfloat16:
      choose_nearest_bfloat16(amax, scales);
      break;
    default:
      choose_power_of_two(amax, scales);
  }
  for (std::size_t i = 0; i < amax.size(); ++i)
    scales[i] = amax[i] == 0 ? of_zeros_ : std::max(scales[i], smallest_);
}

}  // namespace halfulp::kernels
