#pragma once

#include "halfulp/formats/format.h"

namespace halfulp {

inline constexpr Format e8m0fnu{
    "e8m0fnu", 8, 1, 127, -127, Specials::nan_all_ones, false, false, false};
inline constexpr Format ue4m3{"ue4m3", 7, 4, 8, -6, Specials::nan_all_ones, false};
inline constexpr Format e3m2fn{"e3m2fn", 6, 3, 4, -2, Specials::none};
inline constexpr Format e2m3fn{"e2m3fn", 6, 4, 2, 0, Specials::none};
inline constexpr Format e2m1fn{"e2m1fn", 4, 2, 2, 0, Specials::none};
inline constexpr Format mxint8{
    "mxint8", 8, 7, 0, 0, Specials::none, true, true, true, Encoding::twos_complement};

}  // namespace halfulp
