#pragma once

#include "halfulp/formats/format.h"
#include "halfulp/rounding/rounding_rule.h"

namespace halfulp {

// What a rule makes of that which has no neighbours to choose from; round() is built on
// them. The format must be valid. They throw std::invalid_argument where the rule does.

// What becomes of a finite number beyond the last one of the format.
enum class OutOfRange {
  saturated,    // the last number, by the overflow rule
  turned_back,  // the last number, as the mode goes no further
  to_infinity,
  to_nan,   // the format has no infinity on that side
  to_last,  // the last number: the format has no NaN either
};
OutOfRange out_of_range_case(bool below, const Format& format,
                             const RoundingRule& rule);

// The result, above the last number or, if `below`, below it.
double out_of_range(bool below, const Format& format, const RoundingRule& rule);

double round_infinity(bool negative, const Format& format, const RoundingRule& rule);
double round_nan(double x, const Format& format, const RoundingRule& rule);

}  // namespace halfulp
