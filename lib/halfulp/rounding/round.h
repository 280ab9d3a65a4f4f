#pragma once

#include <cstdint>

#include "halfulp/formats/format.h"
#include "halfulp/rounding/rounding_rule.h"

namespace halfulp {

// A finite real number: exactly significand * 2^exponent, or, if `sticky`, some number
// strictly between that and (significand + 1) * 2^exponent. Enough to round an exact sum or
// a transcendental value once to any format, if the significand has at least
// precision + 2 bits; a zero has significand 0 and no sticky.
struct Real {
  bool negative = false;
  std::uint64_t significand = 0;
  int exponent = 0;
  bool sticky = false;
};

// The member of `format` that the rule gives for x: rounded once, whatever the precision of
// the format. Integer arithmetic only, so no floating-point environment can change it.
//
// This is the definition; kernels::round is the fast version of it. A zero result keeps the
// sign of x where the format has -0. Numbers below 0 where the format has no sign, and 0
// where it has no zero, are out of range: the saturating rules make them the least number,
// the others NaN (but towards the range, `toward_zero` and `up`, the least number).
// Throws std::invalid_argument for an invalid format, and where the rule makes it an error.
double round(double x, const Format& format, const RoundingRule& rule = {});
double round(const Real& x, const Format& format, const RoundingRule& rule = {});

// The same for binary32 storage: `format` must be one whose numbers binary32 holds.
float round(float x, const Format& format, const RoundingRule& rule = {});

// Throws what round(x, format, rule) would throw for an infinite or a NaN x.
void require_infinity_rule(const Format& format, const RoundingRule& rule);
void require_nan_rule(const Format& format, const RoundingRule& rule);

}  // namespace halfulp
