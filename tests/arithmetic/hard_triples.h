#pragma once

#include <cmath>
#include <cstdlib>

#include "support/rounding_points.h"

namespace halfulp::testing {

struct Triple {
  double a, b, c;
};

// What is hard about a*b + c: any numbers at all; near cancellation; gaps between the
// exponents around the widths of double and of its product; results around the subnormals
// and around the largest number; zeros.
inline Triple hard_triple(Random& random) {
  const double a = random.near_one(30), b = random.near_one(30), c = random.near_one(3);
  const double sign = random.bits() % 2 == 0 ? 1 : -1;
  const int kind = random.between(0, 11), gap = random.between(-170, 170);
  const double product = a * b;
  const double few_bits = std::ldexp(std::rint(c), gap % 6);
  const double zero_or_one = random.between(0, 1);
  switch (kind) {
    case 0:
      return {random.any_double(), random.any_double(), random.any_double()};
    case 1:  // cancels all but the rounding error of the product
      return {a, b, -product};
    case 2:
      return {a, b, -std::nextafter(product, sign * HUGE_VAL)};
    case 3:
      return {a, b, std::ldexp(product * sign, gap)};
    case 4:
      return {a, b, std::ldexp(c, gap)};
    case 5:  // a product around the subnormals of binary64, alone or nearly so
      return {std::ldexp(a, -520), std::ldexp(b, -540),
              zero_or_one * std::ldexp(sign, -1067 + gap % 8)};
    case 6:  // around the largest number
      return {std::ldexp(a, 500), std::ldexp(b, 520), std::ldexp(c, 1018)};
    case 7:  // exact zeros
      return {few_bits, 1, -few_bits * zero_or_one};
    case 8:  // a tie, or a power of two, and a term far below it that decides
      return {std::rint(a) * 2 + 1, zero_or_one == 0 ? std::rint(b) * 2 + 1 : 1.0,
              std::ldexp(sign, -20 - 2 * std::abs(gap))};
    case 9: {  // (1 - 2^-2k) + 2^-2k (1 + 2^-j): all but the last bit of c is cancelled
      const int k = random.between(30, 52);
      const double tiny = std::ldexp(1.0, -k),
                   last = std::ldexp(1.0, -random.between(10, 52));
      return {sign * (1 + tiny), 1 - tiny, sign * tiny * tiny * (1 + last)};
    }
    case 10:
      return {sign * 0.0, c, zero_or_one == 0 ? 0.0 : -0.0};
    default:  // few bits: ties are common
      return {few_bits, std::rint(c), few_bits * 0x1p-20 * sign};
  }
}

}  // namespace halfulp::testing
