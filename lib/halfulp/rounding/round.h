#pragma once

#include <cstdint>

#include "halfulp/formats/format.h"
#include "halfulp/rounding/rounding_rule.h"

namespace halfulp {

// A finite real number: exactly significand * 2^exponent, or, if `sticky`, some number
// strictly between that and (significand + 1) * 2^exponent. That is enough to round an exact
// sum or a transcendental value once: a sticky significand needs one bit more than the
// precision of the format, with stochastic modes random_bits more than that, and has no
// leading zero bits to count among them. A zero has significand 0 and is not sticky. The
// exponent may be any int.
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
// sign of x where the format has -0. Overflow is judged after rounding as if the format had
// no largest number, as IEEE 754-2019, 7.4 does. What becomes of infinities, NaNs, overflow
// and subnormals is the rule's matter (rounding_rule.h).
//
// A format without sign ends at its least number as another does at its largest: a number
// that rounds below it (rounded and flushed as if there were negative numbers) is out of
// range, and so is 0 where there is no zero. The saturating rules make it the least number,
// and so do the modes that turn back there: toward_zero, up and, with Overflow::ieee, odd;
// otherwise it is NaN. Where there is no zero, a number between 0 and the smallest becomes
// the smallest in every mode.
//
// `random` is the word that stochastic modes draw on (rounding_rule.h), as random_word() of
// base/random.h gives it; deterministic modes ignore it.
//
// Throws std::invalid_argument for an invalid format or rule, a sticky number of too few
// bits, and where the rule makes it an error.
double round(double x, const Format& format, const RoundingRule& rule,
             std::uint32_t random);
double round(const Real& x, const Format& format, const RoundingRule& rule,
             std::uint32_t random);

// Without a random word stochastic modes are an error too.
double round(double x, const Format& format, const RoundingRule& rule = {});
double round(const Real& x, const Format& format, const RoundingRule& rule = {});

// The same for binary32 storage; throws std::invalid_argument unless binary32 holds every
// number of `format`.
float round(float x, const Format& format, const RoundingRule& rule,
            std::uint32_t random);
float round(float x, const Format& format, const RoundingRule& rule = {});

// Throws what round(x, format, rule) would throw for an infinite or a NaN x.
void require_infinity_rule(const Format& format, const RoundingRule& rule,
                           bool negative = false);
void require_nan_rule(const Format& format, const RoundingRule& rule);

}  // namespace halfulp
