#pragma once

#include <string_view>

#include "halfulp/formats/format.h"

// The named formats: width, precision, emax, emin, specials and what else is not as in IEEE
// 754; the document that says so and what it leaves open. Their values are computed from these
// parameters and checked against outside tables in tests/formats.

namespace halfulp {

constexpr Format documented(Format format, std::string_view source) {
  format.name.source = source;
  return format;
}

// IEEE 754 and formats laid out like it.
inline constexpr Format fp64 =
    documented({"fp64", 64, 53, 1023, -1022}, "IEEE 754-2019, table 3.5");
inline constexpr Format fp32 =
    documented({"fp32", 32, 24, 127, -126}, "IEEE 754-2019, table 3.5");
inline constexpr Format fp24_e8m15 =
    documented({"fp24_e8m15", 24, 16, 127, -126},
               "PXR24 compression of OpenEXR (Pixar): the upper 24 bits of "
               "binary32");
inline constexpr Format fp24_e7m16 =
    documented({"fp24_e7m16", 24, 17, 63, -62},
               "AMD R300 pixel shaders (2002), 1-7-16; unverified: subnormal "
               "numbers, infinities and NaNs as in IEEE 754");
inline constexpr Format fp22_e8m13 =
    documented({"fp22_e8m13", 22, 14, 127, -126},
               "Accumulator of NVIDIA's FP8 tensor cores on Ada and Hopper "
               "as observed by MMA-Sim and SageAttention; unverified: "
               "subnormal numbers, infinities and NaNs as in IEEE 754");
inline constexpr Format tf32 =
    documented({"tf32", 19, 11, 127, -126},
               "NVIDIA A100 white paper (2020); LLVM APFloat FloatTF32");
inline constexpr Format fp16 =
    documented({"fp16", 16, 11, 15, -14}, "IEEE 754-2019, table 3.5");
inline constexpr Format bf16 =
    documented({"bf16", 16, 8, 127, -126},
               "Intel, BFLOAT16 Hardware Numerics Definition (2018); LLVM "
               "APFloat BFloat");
inline constexpr Format e5m2 =
    documented({"e5m2", 8, 3, 15, -14},
               "OCP 8-bit Floating Point Specification (OFP8) 1.0; LLVM "
               "APFloat Float8E5M2");
// "e4m3" alone may mean other sets elsewhere: with 448 as the largest number it is e4m3fn,
// as in OCP OFP8 and PTX; with 480 and no special codes at all it is CPFloat's.
inline constexpr Format e4m3 =
    documented({"e4m3", 8, 4, 7, -6}, "LLVM APFloat Float8E4M3; ml_dtypes float8_e4m3");
inline constexpr Format e3m4 =
    documented({"e3m4", 8, 5, 3, -2}, "LLVM APFloat Float8E3M4; ml_dtypes float8_e3m4");

// 16 and 8 bits without infinity.
inline constexpr Format dlfloat16 =
    documented({.name = "dlfloat16",
                .width = 16,
                .precision = 10,
                .emax = 32,
                .emin = -31,
                .specials = Specials::nan_all_ones,
                .has_subnormals = false},
               "Agrawal et al., DLFloat, ARITH 2019; onnx-mlir "
               "NNPALimit.hpp. All ones is NaN and infinity in one; "
               "unverified: that -0 is told from 0");
inline constexpr Format e4m3fn =
    documented({"e4m3fn", 8, 4, 8, -6, Specials::nan_all_ones},
               "OCP 8-bit Floating Point Specification (OFP8) 1.0, E4M3; "
               "LLVM APFloat Float8E4M3FN");
inline constexpr Format e4m3fnuz =
    documented({"e4m3fnuz", 8, 4, 7, -7, Specials::nan_minus_zero},
               "Noune et al., arXiv 2206.02915; LLVM APFloat Float8E4M3FNUZ");
inline constexpr Format e5m2fnuz =
    documented({"e5m2fnuz", 8, 3, 15, -15, Specials::nan_minus_zero},
               "Noune et al., arXiv 2206.02915; LLVM APFloat Float8E5M2FNUZ");
inline constexpr Format e4m3b11fnuz =
    documented({"e4m3b11fnuz", 8, 4, 4, -10, Specials::nan_minus_zero},
               "LLVM APFloat Float8E4M3B11FNUZ; ml_dtypes float8_e4m3b11fnuz");
inline constexpr Format e3m4fn =
    documented({"e3m4fn", 8, 5, 4, -2, Specials::nan_all_ones},
               "Intel Labs, FP8 Emulation Toolkit, README (E3M4)");

// HiFloat8, and the formats of blocks: elements, and scales, which have no sign.
inline constexpr Format hif8 = documented({.name = "hif8",
                                           .width = 8,
                                           .precision = 4,
                                           .emax = 15,
                                           .emin = -15,
                                           .specials = Specials::inf_nan_minus_zero,
                                           .encoding = Encoding::tapered},
                                          "Luo et al., HiFloat8, arXiv 2409.16626");
inline constexpr Format mxint8 =
    documented({.name = "mxint8",
                .width = 8,
                .precision = 7,
                .emax = 0,
                .emin = 0,
                .specials = Specials::none,
                .encoding = Encoding::twos_complement},
               "OCP Microscaling Formats (MX) 1.0, INT8, which allows "
               "leaving -2 unused");
inline constexpr Format e8m0fnu =
    documented({.name = "e8m0fnu",
                .width = 8,
                .precision = 1,
                .emax = 127,
                .emin = -127,
                .specials = Specials::nan_all_ones,
                .has_sign = false,
                .has_zero = false,
                .has_subnormals = false},
               "OCP Microscaling Formats (MX) 1.0, E8M0; LLVM APFloat "
               "Float8E8M0FNU");
inline constexpr Format e6m2u =
    documented({.name = "e6m2u",
                .width = 8,
                .precision = 3,
                .emax = 15,
                .emin = -48,
                .specials = Specials::nan_all_ones,
                .has_sign = false,
                .has_zero = false,
                .has_subnormals = false},
               "Luo et al., HiFloat4, arXiv 2602.11287: the scale E6M2 of 64 "
               "elements");
// Codes have 7 bits; in a byte the highest bit is 0.
inline constexpr Format ue4m3 =
    documented({"ue4m3", 7, 4, 8, -6, Specials::nan_all_ones, false},
               "NVIDIA PTX ISA, ue4m3; CUTLASS float_ue4m3_t: the scale of NVFP4");
inline constexpr Format e3m2fn =
    documented({"e3m2fn", 6, 3, 4, -2, Specials::none},
               "OCP Microscaling Formats (MX) 1.0, FP6 E3M2");
inline constexpr Format e2m3fn =
    documented({"e2m3fn", 6, 4, 2, 0, Specials::none},
               "OCP Microscaling Formats (MX) 1.0, FP6 E2M3");
inline constexpr Format e2m1fn =
    documented({"e2m1fn", 4, 2, 2, 0, Specials::none},
               "OCP Microscaling Formats (MX) 1.0, FP4 E2M1");

// IEEE P3109: those of 8 bits that its report tabulates. formats/p3109.h makes all others.
inline constexpr std::string_view kP3109Source =
    "IEEE SA P3109, Interim Report on Binary Floating-point Formats for Machine "
    "Learning, version 4.0 (26 June 2026)";
inline constexpr auto kP3109Signed = Specials::inf_nan_minus_zero;
inline constexpr Format Binary8p1se =
    documented({"Binary8p1se", 8, 1, 62, -63, kP3109Signed}, kP3109Source);
inline constexpr Format Binary8p2se =
    documented({"Binary8p2se", 8, 2, 31, -31, kP3109Signed}, kP3109Source);
inline constexpr Format Binary8p3se =
    documented({"Binary8p3se", 8, 3, 15, -15, kP3109Signed}, kP3109Source);
inline constexpr Format Binary8p4se =
    documented({"Binary8p4se", 8, 4, 7, -7, kP3109Signed}, kP3109Source);
inline constexpr Format Binary8p5se =
    documented({"Binary8p5se", 8, 5, 3, -3, kP3109Signed}, kP3109Source);
inline constexpr Format Binary8p6se =
    documented({"Binary8p6se", 8, 6, 1, -1, kP3109Signed}, kP3109Source);
inline constexpr Format Binary8p7se =
    documented({"Binary8p7se", 8, 7, 0, 0, kP3109Signed}, kP3109Source);
inline constexpr Format Binary8p1uf = documented(
    {"Binary8p1uf", 8, 1, 126, -127, Specials::nan_all_ones, false}, kP3109Source);

}  // namespace halfulp
