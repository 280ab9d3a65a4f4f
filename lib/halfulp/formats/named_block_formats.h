#pragma once

#include <string_view>

#include "halfulp/formats/block_format.h"
#include "halfulp/formats/named_formats.h"

// The named block formats: element, block size, scale, how the scale is chosen; the document
// that says so, and what it leaves open.

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

// S1P2: signed multiples of 1/4 up to 7/4.
inline constexpr Format e1m2fn{"e1m2fn", 4, 3, 0, 0, Specials::none};
inline constexpr BlockFormat hif4 = documented(
    {"hif4", e1m2fn, 64, e6m2u, ScaleRule::nearest_bfloat16, 0, {{{8, 1}, {4, 1}}}},
    "Luo et al., HiFloat4 Format for Language Model Inference, arXiv 2602.11287; its "
    "authors' HiF4_NVFP4_v14f16.py, To_HiFX. Products that it computes in binary32 are "
    "exact here, which is the same for bfloat16 numbers. It leaves open whether ties "
    "of elements go to even or away (away by default, as its code has it), what a "
    "block makes of NaN and infinity (the scale's NaN by default), and how the bits of "
    "a block lie in memory");

}  // namespace halfulp
