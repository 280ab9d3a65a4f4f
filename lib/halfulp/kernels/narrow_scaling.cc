#include "halfulp/kernels/narrow_scaling.h"

#include <algorithm>
#include <limits>

#include "halfulp/formats/codec.h"
#include "halfulp/formats/named_formats.h"
#include "halfulp/kernels/code_layout.h"
#include "halfulp/kernels/round_params.h"

namespace halfulp::kernels {
namespace {

bool gives_powers_of_two(const BlockFormat& format, const BlockRule& rule) {
  switch (rule.scale_rule) {
    case ScaleRule::floor:
    case ScaleRule::ceil:
    case ScaleRule::round_up:
    case ScaleRule::even:
      // What is clamped becomes an end of the scale format.
      return (bits_of(format.scale.max()) & kFractionMask) == 0;
    case ScaleRule::nearest:
    case ScaleRule::nearest_bfloat16:
    case ScaleRule::four_over_six:
      break;
  }
  return format.scale.precision == 1;
}

// Whether tiny magnitudes become zero in the mode, whatever they are.
bool takes_tiny_to_zero(Rounding mode) {
  switch (mode) {
    case Rounding::nearest_even:
    case Rounding::nearest_away:
    case Rounding::nearest_toward_zero:
    case Rounding::toward_zero:
    case Rounding::stochastic_a:
    case Rounding::stochastic_b:
    case Rounding::stochastic_c:
      return true;
    case Rounding::up:
    case Rounding::down:
    case Rounding::away:
    case Rounding::odd:
    case Rounding::stochastic_equal:
      break;
  }
  return false;
}

float in_binary32(double x) {
  return std::min(static_cast<float>(x), std::numeric_limits<float>::max());
}

float reciprocal(double scale, double tensor_scale) {
  const float s = in_binary32(scale * tensor_scale);
  return s == 0 ? std::numeric_limits<float>::max()
                : std::min(1.0F / s, std::numeric_limits<float>::max());
}

}  // namespace

// Products that underflow are so small that they are less than 2^-33 of the smallest element,
// hence zero in these modes, and so is what has become of them.
template <class T>
bool divides_by_multiplying(double tensor_scale, const BlockFormat& format,
                            const BlockRule& rule) {
  constexpr int kEmin = std::numeric_limits<T>::min_exponent - 1;
  return rule.division == Division::exact && gives_powers_of_two(format, rule) &&
         tensor_scale == 1.0 && takes_tiny_to_zero(rule.element.mode) &&
         format.element.quantum_exponent(kBelowAllExponents) > kEmin + 40;
}

template bool divides_by_multiplying<float>(double, const BlockFormat&,
                                            const BlockRule&);
template bool divides_by_multiplying<double>(double, const BlockFormat&,
                                             const BlockRule&);

bool may_stay_narrow(double tensor_scale, const BlockFormat& format,
                     const BlockRule& rule) {
  if (rule.scale_rule == ScaleRule::four_over_six || format.has_micro_exponents() ||
      !holds_all_of(fp32, format.element))
    return false;
  if (!round_params<float>(format.element, rule.element) ||
      !code_layout<float>(format.element))
    return false;
  // Reciprocals are defined by binary32 multiplications.
  return rule.division == Division::reciprocal ||
         divides_by_multiplying<float>(tensor_scale, format, rule);
}

void narrow_factors(std::span<const double> amax, std::span<const double> scales,
                    double tensor_scale, Division division, std::span<float> factors,
                    std::span<char> is_left) {
  const bool by_reciprocal = division == Division::reciprocal;
  for (std::size_t i = 0; i < amax.size(); ++i) {
    const double wanted = by_reciprocal
                              ? static_cast<double>(reciprocal(scales[i], tensor_scale))
                              : 1.0 / scales[i];
    const auto factor = static_cast<float>(wanted);
    // An overflow is not what the definition makes of the number.
    const bool fits =
        static_cast<double>(factor) == wanted &&
        static_cast<float>(amax[i]) * factor <= std::numeric_limits<float>::max();
    const bool zeros = amax[i] == 0;  // they need no scale
    factors[i] = fits && !zeros ? factor : 1.0F;
    if (!fits && !zeros) is_left[i] = 1;
  }
}

}  // namespace halfulp::kernels
