#pragma once

#include "halfulp/formats/block_format.h"
#include "halfulp/rounding/rounding_rule.h"

namespace halfulp::kernels {

// Whether a binary64 quotient stands for the exact one when a binary32 number is divided by a
// scale of the format, or amax by the largest element, times the tensor scale, and the result
// is rounded to the element or to the scale format: both quotients are then on the same side
// of every m that the rounding looks at. These are the numbers and midpoints, of precision + 1
// bits, and in stochastic modes the random_bits + 1 places between numbers.
//
// x has 24 significant bits and m * divisor at most `bits`, so where they differ it is by
// more than 2^-(bits + 1) of x, if 24 <= bits; rounding the quotient moves it by 2^-53 of x
// at most. The exponents keep quotients and divisors among the normal numbers.
inline bool divides_exactly(const BlockFormat& format, const RoundingRule& rule = {}) {
  constexpr int kTensorScalePrecision = 24;
  const Format& element = format.element;
  const Format& scale = format.scale;
  const int places = is_stochastic(rule.mode) ? rule.random_bits + 1 : 1;
  const int bits = element.precision + scale.precision + places +
                   (format.has_tensor_scale() ? kTensorScalePrecision : 0);
  const auto is_moderate = [](const Format& f) {
    return f.emax <= 300 && f.quantum_exponent(kBelowAllExponents) >= -300;
  };
  return bits <= 51 && is_moderate(element) && is_moderate(scale);
}

}  // namespace halfulp::kernels
