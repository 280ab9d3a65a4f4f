#pragma once

#include "halfulp/formats/format.h"

namespace halfulp {

// The unit in the last place of `format` at x: the gap between the numbers of the format in
// the binade of |x|, 2^(max(e, emin) - precision + 1) with 2^e <= |x| < 2^(e+1), that of the
// subnormals for smaller |x| and for zero, that of the top binade beyond the largest finite
// number. NaN for a NaN or an infinity.
double ulp(double x, const Format& format);

// The least member of `format`, infinities included, that is greater than x; the greatest
// one that is less. NaN where there is none, and for a NaN. As in IEEE 754-2019, 5.3.1, the
// successor of the negative number next to zero is -0 where the format has one.
double next_up(double x, const Format& format);
double next_down(double x, const Format& format);

}  // namespace halfulp
