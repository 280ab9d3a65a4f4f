#pragma once

#include "halfulp/formats/format.h"
#include "halfulp/rounding/rounding_rule.h"

namespace halfulp {

// What a rule makes of that which has no neighbours to choose from; round() is built on
// them. The format must be valid. They throw std::invalid_argument where the rule does.

// A finite number beyond the last one of the format, above it or, if `below`, below it.
double out_of_range(bool below, const Format& format, const RoundingRule& rule);

double round_infinity(bool negative, const Format& format, const RoundingRule& rule);
double round_nan(double x, const Format& format, const RoundingRule& rule);

}  // namespace halfulp
