#pragma once

#include "halfulp/rounding/round.h"

namespace halfulp {

// Exact products and quotients, to be rounded once: integer arithmetic only.

// x / y and x * y, with a significand of 63 or 64 bits, sticky if there are more: enough for
// round(Real, ...) to every format. x and y finite; y of a quotient not zero.
Real quotient(double x, double y);
Real product(double x, double y);

// x * y, which must be a binary64 number; x, y finite.
double exact_product(double x, double y);

}  // namespace halfulp
