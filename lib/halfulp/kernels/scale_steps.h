#pragma once

#include <cstddef>

namespace halfulp::kernels {

// What becomes of numbers and what is given for their group. The last two are for binary64
// and round to odd: of an inexact result's two neighbours the one whose last bit is set. It
// lies on the same side of every number of 52 bits as the exact result, so whatever is rounded
// from there is rounded once; results below 2^-350 or above 2^310 may become others there,
// zeros aside. They take factors from 2^-149 to 2^128 and divisors from 2^-449 to 2^443.
enum class ScaleStep { multiply, divide, multiply_to_odd, divide_to_odd };

// out = in, widened if it is binary32 and `by` is not, and `by` of its group: numbers lie
// group after group, the last one shorter (…_in_groups), or side by side, one of each group
// (…_in_row). Between binary32 numbers only `multiply`. In the vectors of the target that
// runs now. Floating-point environment: the default one.
void scale_in_groups(ScaleStep step, const float* in, std::size_t count,
                     std::size_t group_size, const float* by, float* out);
void scale_in_groups(ScaleStep step, const float* in, std::size_t count,
                     std::size_t group_size, const double* by, double* out);
void scale_in_groups(ScaleStep step, const double* in, std::size_t count,
                     std::size_t group_size, const double* by, double* out);
void scale_in_row(ScaleStep step, const float* in, std::size_t count, const float* by,
                  float* out);
void scale_in_row(ScaleStep step, const float* in, std::size_t count, const double* by,
                  double* out);
void scale_in_row(ScaleStep step, const double* in, std::size_t count, const double* by,
                  double* out);

}  // namespace halfulp::kernels
