#pragma once

#include <string_view>

#include "halfulp/formats/block_format.h"
#include "halfulp/formats/named_formats.h"

// The named block formats: element, block size, scale, how the scale is chosen; the document
// that says so.
//
// HiFloat4 (arXiv 2602.11287) is not among them: its 64 elements share a scale e6m2u, but each
// eight and each four of them one more bit of exponent, for which BlockFormat has no place, and
// its published conversion computes in bfloat16.

namespace halfulp {

constexpr BlockFormat documented(BlockFormat format, std::string_view source) {
  format.name.source = source;
  return format;
}

inline constexpr std::string_view kOcpMxSource =
    "OCP Microscaling Formats (MX) Specification 1.0 (2023), 5 and 6.3";

inline constexpr BlockFormat mxfp8_e5m2 =
    documented({"mxfp8_e5m2", e5m2, 32, e8m0fnu}, kOcpMxSource);
inline constexpr BlockFormat mxfp8_e4m3 =
    documented({"mxfp8_e4m3", e4m3fn, 32, e8m0fnu}, kOcpMxSource);
inline constexpr BlockFormat mxfp6_e3m2 =
    documented({"mxfp6_e3m2", e3m2fn, 32, e8m0fnu}, kOcpMxSource);
inline constexpr BlockFormat mxfp6_e2m3 =
    documented({"mxfp6_e2m3", e2m3fn, 32, e8m0fnu}, kOcpMxSource);
inline constexpr BlockFormat mxfp4 =
    documented({"mxfp4", e2m1fn, 32, e8m0fnu}, kOcpMxSource);
inline constexpr BlockFormat mxint8_blocks =
    documented({"mxint8", mxint8, 32, e8m0fnu}, kOcpMxSource);

inline constexpr BlockFormat nvfp4 = documented(
    {"nvfp4", e2m1fn, 16, ue4m3, ScaleRule::nearest, 448},
    "NVIDIA, Pretraining Large Language Models with NVFP4, arXiv 2509.25149; NVIDIA "
    "Transformer Engine, which computes in binary32 where we round exact quotients "
    "once");
inline constexpr BlockFormat nvfp4_4over6 = documented(
    {"nvfp4_4over6", e2m1fn, 16, ue4m3, ScaleRule::four_over_six, 256},
    "Cook et al., Four Over Six, arXiv 2512.02010, chosen by mean squared error; "
    "fouroversix, quantize/pytorch/reference.py");

// Signed multiples of 1/64 up to 127/64: one binade of normal numbers, and the subnormal ones.
inline constexpr Format e1m6fn{"e1m6fn", 8, 7, 0, 0, Specials::none};
inline constexpr BlockFormat bfp8_b = documented(
    {"bfp8_b", e1m6fn, 16, e8m0fnu},
    "Tenstorrent tt-metal, impl/data_format/blockfloat_common.cpp, Bfp8_b; there zeros "
    "lose their sign, bits are dropped before the rounding, and NaNs are not treated");

}  // namespace halfulp
