#pragma once

#include <cmath>
#include <limits>

#include "support/rounding_points.h"

namespace halfulp::testing {

struct Triple {
  double a, b, c;
};

// What is hard about a*b + c: any numbers at all; near cancellation; gaps between the
// exponents around the widths of double and of its product; results around the subnormals
// and around the largest number; zeros.
inline Triple hard_triple(Random& random) {
  const double a = random.near_one(30), b = random.near_one(30);
  const double product = a * b;
  const double few_bits =
      std::ldexp(std::rint(random.near_one(6)), random.between(-5, 5));
  const double sign = random.bits() % 2 == 0 ? 1 : -1;
  switch (random.between(0, 9)) {
    case 0:
      return {random.any_double(), random.any_double(), random.any_double()};
    case 1:  // cancels all but the rounding error of the product
      return {a, b, -product};
    case 2:
      return {a, b,
              -std::nextafter(product, sign * std::numeric_limits<double>::infinity())};
    case 3:
      return {a, b, std::ldexp(product * sign, random.between(-110, 110))};
    case 4:
      return {a, b, std::ldexp(random.near_one(0), random.between(-170, 170))};
    case 5:  // a product around the subnormals of binary64, alone or nearly so
      return {std::ldexp(a, -520), std::ldexp(b, -540),
              random.between(0, 1) * std::ldexp(sign, random.between(-1074, -1060))};
    case 6:  // around the largest number
      return {std::ldexp(a, 500), std::ldexp(b, 520),
              std::ldexp(random.near_one(3), 1018)};
    case 7:  // exact zeros
      return {few_bits, 1, random.between(0, 1) * -few_bits};
    case 8:
      return {sign * 0.0, random.near_one(3), random.between(0, 1) == 0 ? 0.0 : -0.0};
    default:  // few bits: ties are common
      return {few_bits, std::rint(random.near_one(5)), few_bits * 0x1p-20 * sign};
  }
}

}  // namespace halfulp::testing
