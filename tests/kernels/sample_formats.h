#pragma once

#include <set>
#include <string_view>
#include <vector>

#include "halfulp/formats/registry.h"

namespace halfulp::testing {

// Formats of every kind: the named ones, others of P3109, and what exercises each parameter.
inline std::vector<Format> sample_formats() {
  std::vector<Format> formats(named_formats().begin(), named_formats().end());
  for (const char* name :
       {"Binary8p3ue", "Binary8p4sf", "Binary3p1ue", "Binary3p2se", "Binary3p3uf",
        "Binary5p5ue", "Binary12p2se", "Binary12p3ue", "Binary15p5sf", "Binary15p14se",
        "Binary12p1se", "Binary15p5ue", "Binary15p4sf"}) {
    formats.push_back(format_named(name));
  }
  for (const Format& format : std::initializer_list<Format>{
           {"e5m11", 17, 12, 15, -14},
           {"unused codes", 16, 11, 10, -14},  // a wider exponent field than emax needs
           {"p1 in step", 6, 1, 14, -15, Specials::nan_all_ones},
           {"p1 out of step", 6, 1, 15, -14, Specials::nan_all_ones},
           {"p1 twos complement", 2, 1, 3, 3, Specials::none, true, true, true,
            Encoding::twos_complement},
           {"unsigned", 8, 4, 15, -15, Specials::nan_all_ones, false},
           {"unsigned inf", 8, 3, 31, -31, Specials::inf_nan_all_ones, false},
           {"unsigned finite", 6, 3, 8, -6, Specials::none, false},
           {"no subnormals, fnuz", 8, 4, 7, -8, Specials::nan_minus_zero, true, true,
            false},
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
           {"no subnormals, p53", 63, 53, 1, -1022, Specials::nan_minus_zero, true,
            true, false},
           {"no subnormals, p24", 31, 24, 1, -126, Specials::nan_minus_zero, true, true,
            false},
           {"huge", 7, 3, 1013, 1000},
           // Normal numbers that are subnormal in binary64.
           {"emin -1023", 14, 3, 1022, -1023},
           {"emin -1072", 10, 3, -1051, -1072},
           {"p1 to -1074", 6, 1, -1045, -1074, Specials::nan_all_ones},
           {"p1, no zero, to -1074", 6, 1, -1012, -1074, Specials::nan_all_ones, false,
            false, false},
           {"twos complement to -1074", 8, 7, -1068, -1068, Specials::none, true, true,
            true, Encoding::twos_complement},
           {"no subnormals, to -1074", 9, 4, -1040, -1071, Specials::nan_all_ones, true,
            true, false},
           {"p52 to -1074", 56, 52, -1009, -1023, Specials::nan_all_ones},
       }) {
    formats.push_back(format);
  }
  return formats;
}

// Whether the list has another of the same kind, which differs in its parameters only.
inline bool has_its_like(const Format& format) {
  static const std::set<std::string_view> names = {
      "fp24_e8m15",   "fp24_e7m16",  "fp22_e8m13",  "e4m3",        "e3m4",
      "e5m2fnuz",     "e4m3b11fnuz", "e3m4fn",      "e3m2fn",      "e2m3fn",
      "ue4m3",        "Binary8p2se", "Binary8p4se", "Binary8p5se", "Binary8p6se",
      "Binary8p7se",  "Binary8p3ue", "Binary8p4sf", "Binary5p5ue", "Binary12p2se",
      "Binary12p3ue", "Binary15p5sf"};
  return names.contains(format.name.view());
}

}  // namespace halfulp::testing
