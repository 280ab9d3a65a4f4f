#pragma once

#include <string>

#include "halfulp/formats/format.h"

namespace halfulp::reference {

// The shortest decimal that reads back as x, a member of `format`: of the decimals that round
// to x (once, by nearest_even) those with the fewest digits, of these the one closest to x, of
// two such the one with the even last digit. Numbers round as if the format had no largest
// one, so that 7.5 of e2m3fn is "7.5" though every larger number becomes it, too.
//
// Written as Python writes floats, "1.0", "1e+16", "1e-05", "-0.0", "inf", "nan": for fp64 it
// is Python's repr(x), and for fp32 and fp16 it has the digits of NumPy's str(x). Throws
// std::invalid_argument if the format is not valid or x is no member of it: round first
// (rounding/round.h).
std::string shortest_decimal(double x, const Format& format);

}  // namespace halfulp::reference
