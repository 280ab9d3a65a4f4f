#pragma once

#include <span>

#include "halfulp/formats/block_format.h"
#include "halfulp/rounding/block_rule.h"

namespace halfulp::kernels {

// Whether scales are powers of two, x / s is x * (1 / s) and the rounding of what underflows
// there does not matter; T is float or double.
template <class T>
bool divides_by_multiplying(double tensor_scale, const BlockFormat& format,
                            const BlockRule& rule);

// Whether binary32 numbers may stay in binary32 lanes until they are elements, with a
// multiplication in between: the binary64 ones of block_scaling.h do for everything.
bool may_stay_narrow(double tensor_scale, const BlockFormat& format,
                     const BlockRule& rule);

// What to multiply the numbers of blocks with; is_left[i] = 1 where binary32 does not hold it
// or where amax times it overflows.
void narrow_factors(std::span<const double> amax, std::span<const double> scales,
                    double tensor_scale, Division division, std::span<float> factors,
                    std::span<char> is_left);

}  // namespace halfulp::kernels
