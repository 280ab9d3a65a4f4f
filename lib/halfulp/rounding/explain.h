#pragma once

#include <cstdint>
#include <span>

#include "halfulp/base/words.h"
#include "halfulp/formats/format.h"
#include "halfulp/rounding/rounding_rule.h"

namespace halfulp {

// Why a number became what it became.
enum class Reason {
  exact,            // it is a member of the format
  nearer,           // the result is the nearer neighbour
  tie_to_even,      // halfway, and the result has the even code
  tie_away,         // halfway, and the result has the larger magnitude
  tie_toward_zero,  // halfway, and the result has the smaller magnitude
  directed,         // the mode goes one way: toward_zero, up, down, away
  to_odd,           // the result has the odd code
  stochastic,       // the random word decided
  flushed_input,    // subnormal in the format, so taken for zero before it was rounded
  flushed_output,   // rounded to a subnormal number, which became zero
  no_zero,          // below the smallest number of a format without a zero
  // Its rounding, had the format no last number, is beyond the last one. The result is:
  saturated,     // the last number, by the overflow rule
  turned_back,   // the last number, as the mode goes no further
  to_infinity,   // an infinity
  to_nan,        // NaN: the format has no infinity there
  to_last,       // the last number: the format has no NaN either
  infinite,      // it is an infinity
  not_a_number,  // it is a NaN
};

std::span<const Word<Reason>> reason_words();

// Where x lies among the numbers of a format, and what became of it. Numbers that there are
// not are NaN.
struct Explanation {
  double x = kQuietNan;
  double result = kQuietNan;
  Reason reason = Reason::exact;
  bool is_member = false;  // x is a number of the format; a zero is with either sign
  // The members next to x, infinities included: below < x < above.
  double below = kQuietNan;
  double above = kQuietNan;
  // For x outside the format, where the next number would be if the format went on: an
  // infinity if that is no binary64 number.
  double beyond = kQuietNan;
  // Halfway between the two numbers that enclose x, or between the last one and `beyond`.
  // NaN if x is a member, and where that is no binary64 number: no x is halfway then.
  double midpoint = kQuietNan;
  // (x - below) / gap, or (above - x) / gap counted from the only neighbour; 0 if x is a
  // member, more than 1 far outside the format. Rounded to nearest.
  double fraction = kQuietNan;
  // |x - below| / ulp(x) and |above - x| / ulp(x), rounded to nearest.
  double ulps_from_below = kQuietNan;
  double ulps_from_above = kQuietNan;
};

// Explains round(x, format, rule) and round(x, format, rule, random). Throw where they do.
Explanation explain(double x, const Format& format, const RoundingRule& rule = {});
Explanation explain(double x, const Format& format, const RoundingRule& rule,
                    std::uint32_t random);

}  // namespace halfulp
