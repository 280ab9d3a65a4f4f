#pragma once

#include <span>

#include "halfulp/formats/block_format.h"
#include "halfulp/rounding/block_rule.h"

namespace halfulp {

// The largest magnitude of the finite numbers; 0 if there is none.
double largest_finite(std::span<const double> x);

// The tensor scale of an array whose largest finite magnitude is amax: amax / (max() *
// tensor_scale_target), rounded once to binary32, nearest even, and clamped to its positive
// numbers; 1 for amax = 0 and for block formats without tensor scale.
double tensor_scale_for(double amax, const BlockFormat& format);

// The scale of a block without NaNs and infinities that poison it, for rules other than
// four_over_six. Everything is computed on the exact quotient amax / tensor_scale, exponents
// by looking at bits: no logarithm. amax finite; tensor_scale a positive binary32 number.
// The format and the rule must be valid (require_block_rule).
double scale_for(double amax, double tensor_scale, const BlockFormat& format,
                 const BlockRule& rule);

// amax / (max * tensor_scale), rounded to the scale format, to nearest even, and clamped: what
// the rule `nearest` says with the block format's max(), and four_over_six with 6 and 4.
double nearest_scale_for(double amax, double max, double tensor_scale,
                         const BlockFormat& format, const BlockRule& rule);

// fl(1 / s), where fl rounds to bfloat16, nearest even, and makes its largest number of what
// is beyond it; s > 0.
double reciprocal_in_bfloat16(double s);

}  // namespace halfulp
