#pragma once

#include <vector>

#include "halfulp/formats/named_formats.h"

namespace halfulp::testing {

inline constexpr Format kE8m0fnu{
    "e8m0fnu", 8, 1, 127, -127, Specials::nan_all_ones, false, false, false};
inline constexpr Format kE2m1fn{"e2m1fn", 4, 2, 2, 0, Specials::none};
inline constexpr Format kE4m3fnuz{"e4m3fnuz", 8, 4, 7, -7, Specials::nan_minus_zero};
inline constexpr Format kBinary8p3se{
    "binary8p3se", 8, 3, 15, -15, Specials::inf_nan_minus_zero};
inline constexpr Format kMxint8{
    "mxint8", 8, 7, 0, 0, Specials::none, true, true, true, Encoding::twos_complement};
inline constexpr Format kDlfloat16{
    "dlfloat16", 16, 10, 32, -31, Specials::nan_all_ones, true, true, false};
inline constexpr Format kHif8{
    "hif8",           8, 4, 15, -15, Specials::inf_nan_minus_zero, true, true, true,
    Encoding::tapered};

// Formats of every kind: the named ones and what exercises each parameter.
inline std::vector<Format> sample_formats() {
  return {
      fp64,
      fp32,
      fp16,
      tf32,
      bf16,
      e5m2,
      e4m3fn,  //
      kE8m0fnu,
      kE2m1fn,
      kE4m3fnuz,
      kBinary8p3se,
      kMxint8,
      kDlfloat16,
      kHif8,
      {"e5m11", 17, 12, 15, -14},
      {"unused codes", 16, 11, 10, -14},  // a wider exponent field than emax needs
      {"p1 in step", 6, 1, 14, -15, Specials::nan_all_ones},
      {"p1 out of step", 6, 1, 15, -14, Specials::nan_all_ones},
      {"p1 twos complement", 2, 1, 3, 3, Specials::none, true, true, true,
       Encoding::twos_complement},
      {"unsigned", 8, 4, 15, -15, Specials::nan_all_ones, false},
      {"unsigned inf", 8, 3, 31, -31, Specials::inf_nan_all_ones, false},
      {"unsigned finite", 6, 3, 8, -6, Specials::none, false},
      {"no subnormals, fnuz", 8, 4, 7, -8, Specials::nan_minus_zero, true, true, false},
      {"no subnormals, inf", 8, 4, 7, -8, Specials::inf_nan_minus_zero, true, true,
       false},
      {"no zero", 5, 2, 7, -8, Specials::nan_all_ones, false, false, false},
      {"below binary32", 16, 8, 127, -127, Specials::nan_all_ones},
      // At the ends of what kernels/shortcut.h can do in binary32 and in binary64.
      {"p22", 27, 22, 15, -14},
      {"p23", 28, 23, 15, -14},
      {"p51", 56, 51, 15, -14},
      {"emax 114", 18, 11, 114, -12, Specials::nan_all_ones},
      {"emax 115", 18, 11, 115, -11, Specials::nan_all_ones},
      {"emax 981", 18, 11, 981, 855, Specials::nan_all_ones},
      {"emax 982", 18, 11, 982, 856, Specials::nan_all_ones},
      {"p53", 58, 53, 15, -14},
      {"p52", 63, 52, 1023, -1022},
      {"e11m2", 14, 3, 1023, -1022},
      {"emin -1021", 13, 3, 1, -1021, Specials::nan_all_ones},
      {"no subnormals, low", 13, 3, 1, -1022, Specials::nan_minus_zero, true, true,
       false},
      {"no subnormals, p53", 63, 53, 1, -1022, Specials::nan_minus_zero, true, true,
       false},
      {"no subnormals, p24", 31, 24, 1, -126, Specials::nan_minus_zero, true, true,
       false},
      {"huge", 7, 3, 1013, 1000},
  };
}

}  // namespace halfulp::testing
