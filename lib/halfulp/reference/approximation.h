#pragma once

#include <mpfr.h>

#include "halfulp/reference/functions.h"

namespace halfulp::reference {

// Bits of precision that approximate() needs beyond those of its accuracy.
mpfr_prec_t guard_bits(Function function);

// Sets y, whose precision is bits + guard_bits(function), to a value with
// |y - f(x)| <= 2^-bits |y|; returns whether it is known to be f(x). x must be finite,
// nonzero, in the domain, and not one with an asymptotic_value.
bool approximate(Function function, double x, mpfr_ptr y);

}  // namespace halfulp::reference
