#pragma once

#include <optional>

#include "halfulp/reference/functions.h"
#include "halfulp/rounding/round.h"

namespace halfulp::reference {

// Where the value of the function at x is beyond the range of every format, or so close to a
// simple number that Ziv's strategy would need hundreds of bits to tell them apart, or more
// than there are (tanh(1e300)): a Real that rounds as the value does, to every format and by
// every rule. It follows from an inequality, stated beside each. Nothing for any other x,
// which must be finite, nonzero and in the domain.
std::optional<Real> asymptotic_value(Function function, double x);

}  // namespace halfulp::reference
