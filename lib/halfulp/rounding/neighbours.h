#pragma once

#include "halfulp/formats/format.h"

namespace halfulp {

// All throw std::invalid_argument for an invalid format. The NaN is the canonical one.

// The unit in the last place of `format` at x: the gap between the numbers of the format in
// the binade of |x|, 2^(max(e, emin) - precision + 1) with 2^e <= |x| < 2^(e+1) (tapered
// formats: with the precision of that binade). Below emin and for zero that is the gap of the
// subnormals, of binade emin where there are none; beyond the largest finite number it is
// that of the binade emax. NaN for a NaN or an infinity.
double ulp(double x, const Format& format);

// The least member of `format`, infinities included, that is greater than x; the greatest
// one that is less. x need not be a member. NaN where there is none, and for a NaN. As in
// IEEE 754-2019, 5.3.1, an infinity of the format has none beyond it but itself, and the
// successor of the negative number next to zero is -0 where the format has one.
double next_up(double x, const Format& format);
double next_down(double x, const Format& format);

}  // namespace halfulp
