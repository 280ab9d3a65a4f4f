#include "halfulp/rounding/block_scale.h"

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "halfulp/formats/named_formats.h"
#include "halfulp/rounding/quotient.h"
#include "halfulp/rounding/round.h"

namespace halfulp {
namespace {

constexpr RoundingRule kNearestSaturating = {.overflow = Overflow::saturate_finite};

// Of a positive number. A sticky one lies between its significand and the next, so its
// floor is that of its significand, and it is no power of two.
int floor_log2(const Real& x) { return halfulp::floor_log2(x.significand, x.exponent); }

bool is_power_of_two(const Real& x) {
  return std::has_single_bit(x.significand) && !x.sticky;
}

int ceil_log2(const Real& x) { return floor_log2(x) + (is_power_of_two(x) ? 0 : 1); }

// floor(log2 y), where y is x rounded to so many bits, to nearest even. The midpoint between
// the last number of a binade, whose last bit is odd, and the next power of two rounds up:
// so y is that power if the leading precision + 1 bits of x are ones.
int floor_log2_of_rounded(const Real& x, int precision) {
  const std::uint64_t leading = x.significand << std::countl_zero(x.significand);
  const bool reaches_next = std::countl_one(leading) > precision;
  return floor_log2(x) + (reaches_next ? 1 : 0);
}

double smallest_scale(const Format& scale, SubnormalScale rule) {
  return rule == SubnormalScale::keep ? scale.smallest() : scale.smallest_normal();
}

double clamped(double scale, const Format& format, SubnormalScale rule) {
  // Patterns of positive numbers order as the numbers do, whatever the environment.
  const std::uint64_t smallest = bits_of(smallest_scale(format, rule));
  return from_bits(std::clamp(bits_of(scale), smallest, bits_of(format.max())));
}

// 2^e, clamped; every power of two between the ends of a format is one of its numbers.
double clamped_power_of_two(int e, const Format& format, SubnormalScale rule) {
  return clamped(power_of_two(std::clamp(e, -1074, 1024)), format, rule);
}

double zero_block_scale(const Format& scale, const BlockRule& rule) {
  switch (rule.zero_block) {
    case ZeroBlock::one:
      return 1.0;
    case ZeroBlock::zero:
      return 0.0;
    case ZeroBlock::smallest:
      break;
  }
  return smallest_scale(scale, rule.subnormal_scale);
}

}  // namespace

double largest_finite(std::span<const double> x) {
  std::uint64_t largest = 0;  // patterns of magnitudes order as the magnitudes do
  for (double value : x) {
    if (!is_infinite(value) && !is_not_a_number(value))
      largest = std::max(largest, magnitude_bits(value));
  }
  return from_bits(largest);
}

double tensor_scale_for(double amax, const BlockFormat& format) {
  if (!format.has_tensor_scale() || is_zero(amax)) return 1.0;
  const double limit = exact_product(format.max(), format.tensor_scale_target);
  const double scale = round(quotient(amax, limit), fp32, kNearestSaturating);
  return is_zero(scale) ? fp32.smallest() : scale;
}

double reciprocal_in_bfloat16(double s) {
  return round(quotient(1.0, s), bf16, kNearestSaturating);
}

double nearest_scale_for(double amax, double max, double tensor_scale,
                         const BlockFormat& format, const BlockRule& rule) {
  const Real wanted = quotient(amax, exact_product(max, tensor_scale));
  const double nearest = round(wanted, format.scale, kNearestSaturating);
  return clamped(nearest, format.scale, rule.subnormal_scale);
}

double scale_for(double amax, double tensor_scale, const BlockFormat& format,
                 const BlockRule& rule) {
  if (is_zero(amax)) return zero_block_scale(format.scale, rule);
  const double divisor = exact_product(format.max(), tensor_scale);
  const Real scaled = quotient(amax, tensor_scale);
  int exponent = 0;
  switch (rule.scale_rule) {
    case ScaleRule::floor:
      exponent = floor_log2(scaled) - format.emax();
      break;
    case ScaleRule::ceil:
      exponent = ceil_log2(scaled) - format.emax();
      break;
    case ScaleRule::even:
      exponent =
          floor_log2_of_rounded(scaled, format.element.precision) - format.emax();
      break;
    case ScaleRule::round_up:
      exponent = ceil_log2(quotient(amax, divisor));
      break;
    case ScaleRule::nearest:
      return nearest_scale_for(amax, format.max(), tensor_scale, format, rule);
    case ScaleRule::nearest_bfloat16: {
      const Real wanted = product(amax, reciprocal_in_bfloat16(divisor));
      const double rounded = round(wanted, bf16, kNearestSaturating);
      const double nearest = round(rounded, format.scale, kNearestSaturating);
      return clamped(nearest, format.scale, rule.subnormal_scale);
    }
    case ScaleRule::four_over_six:
      throw std::invalid_argument("four_over_six needs the block: quantize_block");
  }
  return clamped_power_of_two(exponent, format.scale, rule.subnormal_scale);
}

}  // namespace halfulp
