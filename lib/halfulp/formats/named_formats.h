#pragma once

#include "halfulp/formats/format.h"

// The named formats: width, precision, emax, emin, specials. Their values are computed from
// these parameters and checked against outside tables in tests/formats.

namespace halfulp {

// IEEE 754-2019, table 3.5
inline constexpr Format fp64{"fp64", 64, 53, 1023, -1022};
inline constexpr Format fp32{"fp32", 32, 24, 127, -126};
inline constexpr Format fp16{"fp16", 16, 11, 15, -14};
// NVIDIA A100 white paper (2020); LLVM APFloat semFloatTF32
inline constexpr Format tf32{"tf32", 19, 11, 127, -126};
// Intel, BFLOAT16 Hardware Numerics Definition (2018); LLVM APFloat semBFloat
inline constexpr Format bf16{"bf16", 16, 8, 127, -126};
// OCP 8-bit Floating Point Specification (OFP8) 1.0
inline constexpr Format e5m2{"e5m2", 8, 3, 15, -14};
inline constexpr Format e4m3fn{"e4m3fn", 8, 4, 8, -6, Specials::nan_all_ones};

static_assert(fp64.check().empty() && fp32.check().empty() && fp16.check().empty() &&
              tf32.check().empty() && bf16.check().empty() && e5m2.check().empty() &&
              e4m3fn.check().empty());

}  // namespace halfulp
