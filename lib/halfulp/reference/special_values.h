#pragma once

#include <optional>

#include "halfulp/reference/functions.h"

namespace halfulp::reference {

// The exact value of the function at x = +-0 and +-infinity, and the canonical NaN outside
// of its domain; nothing for any other x, which must not be a NaN. IEEE 754-2019, 9.2.1, and
// ISO C, annex F; gelu by its limits.
std::optional<double> special_value(Function function, double x);

}  // namespace halfulp::reference
