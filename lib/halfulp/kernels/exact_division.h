#pragma once

#include "halfulp/formats/block_format.h"

namespace halfulp::kernels {

// Whether a binary64 quotient stands for the exact one when a binary32 number is divided by a
// scale of the format, or amax by the largest element, times the tensor scale: both are then
// on the same side of every number and every midpoint m of the format rounded to.
//
// x has 24 significant bits and m * divisor at most `bits`, so where they differ it is by
// more than 2^-(bits + 1) of x, if 24 <= bits; rounding the quotient moves it by 2^-53 of x
// at most. The exponents keep quotients and divisors among the normal numbers.
inline bool divides_exactly(const BlockFormat& format) {
  constexpr int kTensorScalePrecision = 24;
  const Format& element = format.element;
  const Format& scale = format.scale;
  const int bits = element.precision + scale.precision + 1 +
                   (format.has_tensor_scale() ? kTensorScalePrecision : 0);
  const auto is_moderate = [](const Format& f) {
    return f.emax <= 300 && f.quantum_exponent(kBelowAllExponents) >= -300;
  };
  return bits <= 51 && is_moderate(element) && is_moderate(scale);
}

}  // namespace halfulp::kernels
