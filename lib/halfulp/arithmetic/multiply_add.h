#pragma once

#include "halfulp/rounding/round.h"

namespace halfulp {

// One multiplication and addition by integer arithmetic only, so the caller's floating-point
// environment does not matter.

// a*b + c as one real number, for finite arguments: exact but for what `sticky` stands for.
// An exact zero is negative if both terms are, or if they differ in sign and `downward`
// (IEEE 754-2019, 6.3). Throws std::invalid_argument for an infinity or a NaN.
Real multiply_add(double a, double b, double c, bool downward = false);

// a*b, in the same way.
Real multiply(double a, double b);

// round(a*b + c) to `format`, once. Infinities and NaNs as IEEE 754 fusedMultiplyAdd: an
// invalid operation gives NaN, and every NaN is the canonical positive one. Throws
// std::invalid_argument where the rule makes an infinity or a NaN an error.
double multiply_add(double a, double b, double c, const Format& format,
                    const RoundingRule& rule = {});

// round(a*b) to `format`, with the same treatment of infinities and NaNs.
double multiply(double a, double b, const Format& format,
                const RoundingRule& rule = {});

}  // namespace halfulp
