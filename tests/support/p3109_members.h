#pragma once

#include <string>
#include <vector>

namespace halfulp::testing {

// A format of IEEE P3109 by the four parameters of its name.
struct P3109Member {
  int width;      // K
  int precision;  // P
  bool has_sign;
  bool has_infinity;

  std::string name() const {
    return "Binary" + std::to_string(width) + "p" + std::to_string(precision) +
           (has_sign ? "s" : "u") + (has_infinity ? "e" : "f");
  }
};

// All of 3 to 15 bits with at most 11 exponent bits: their numbers are binary64 numbers.
inline std::vector<P3109Member> p3109_members() {
  std::vector<P3109Member> members;
  for (int width = 3; width <= 15; ++width) {
    for (const bool has_sign : {true, false}) {
      const int most = has_sign ? width - 1 : width;
      for (int precision = 1; precision <= most; ++precision) {
        if (most - precision + 1 > 11) continue;
        for (const bool has_infinity : {true, false})
          members.push_back({width, precision, has_sign, has_infinity});
      }
    }
  }
  return members;
}

}  // namespace halfulp::testing
