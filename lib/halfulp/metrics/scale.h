#pragma once

#include <algorithm>
#include <cmath>

#include "halfulp/base/binary64.h"

namespace halfulp::metrics {

// A power of two that keeps squares and products of numbers up to `largest` from overflow
// and, as far as it matters, from underflow: down(x) = x / 2^exponent() is below 2, and the
// largest itself at least 2^-51 (at least 1 unless subnormal).
//
// down(x) is exact but for x below 2^-1022 of the largest, which keep an absolute error of
// 2^-1075 (in units of 2^exponent()). Products of elements 2^-484 below their largest have
// an absolute error of that size too. Neither matters beside the square of the largest,
// 2^-102 at least, or a product of two norms.
class Scale {
 public:
  explicit Scale(double largest)
      : exponent_(std::clamp(exponent_of(largest), -1023, 1023)),
        factor_(power_of_two(-exponent_)) {}

  double down(double x) const { return x * factor_; }
  int exponent() const { return exponent_; }

 private:
  // floor(log2(x)); x = 0 needs no scale.
  static int exponent_of(double x) {
    if (is_zero(x)) return 0;
    if (is_infinite(x)) return 1024;
    const Unpacked u = unpack_magnitude(x);
    return floor_log2(u.significand, u.exponent);
  }

  int exponent_;
  double factor_;
};

// x * 2^exponent, rounded once: infinite if too large.
inline double scale_by(double x, int exponent) { return std::ldexp(x, exponent); }

}  // namespace halfulp::metrics
