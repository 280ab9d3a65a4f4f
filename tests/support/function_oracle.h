#pragma once

#include "halfulp/reference/functions.h"
#include "support/reference_oracle.h"

namespace halfulp::oracle {

// Two numbers between which the function's value at x lies, or which are it; x not special.
//
// Where MPFR has the function: its value truncated to 300 bits, and half a unit more if it is
// not exact. Between neighbours of 300 bits lies nothing where a rounding changes.
//
// gelu: by its definition, 1 + erf or 1 + tanh, with 400 bits and those that may cancel, the
// last 20 uncertain.
struct Enclosure {
  Dyadic low, high;
};
Enclosure enclosure(reference::Function function, double x);

}  // namespace halfulp::oracle
