#pragma once

#include <optional>
#include <string_view>

#include "halfulp/formats/format.h"

namespace halfulp {

// The formats of IEEE P3109 (Interim Report v4.0): Binary{K}p{P}{s|u}{e|f} has K bits,
// precision P, is signed or unsigned, extended by infinity or finite. The exponent bias is
// 2^(K-P-1) with a sign, 2^(K-P) without. There is one zero, code 0, and one NaN: the code
// of -0, or all ones where there is no sign; infinity is the last code before it. The codes
// of precision 1 are zero and powers of two.
//
// Here K is 3 to 15, and all numbers are binary64 numbers: the exponent field, K-P bits with
// a sign and K-P+1 without, has at most 11. With 11 the smallest normal numbers, from 2^-1023
// on, are subnormal in binary64. Throws std::invalid_argument for others.
Format p3109_format(int width, int precision, bool has_sign, bool has_infinity);

// The format that `name` spells, letter case aside; nothing if the name is not one of
// P3109's at all. Throws std::invalid_argument, with the remedy, for a name that begins like
// one and has no or an impossible end: Binary8p3, Binary8p9se.
std::optional<Format> parse_p3109(std::string_view name);

}  // namespace halfulp
