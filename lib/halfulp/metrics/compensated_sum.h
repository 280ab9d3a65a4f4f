#pragma once

#include <cmath>

#include "halfulp/base/compiler_checks.h"

namespace halfulp::metrics {

// The unevaluated sum of two binary64 numbers, high being the sum rounded.
struct DoubleDouble {
  double high = 0;
  double low = 0;
};

// a + b: rounded, and what the rounding dropped. Exact for all finite arguments whose sum is
// finite (Knuth, The Art of Computer Programming 2, 4.2.2, theorem B).
inline DoubleDouble two_sum(double a, double b) {
  const double sum = a + b;
  const double b_part = sum - a;
  return {sum, (a - (sum - b_part)) + (b - b_part)};
}

// a * b likewise. Exact where |a b| >= 2^-968; below, `low` may be off by 2^-1075. std::fma
// is no approximation: it is a*b + c rounded once.
inline DoubleDouble two_product(double a, double b) {
  const double product = a * b;
  return {product, std::fma(a, b, -product)};
}

// A sum whose rounding errors are summed too, and theirs again: the online form of Ogita,
// Rump and Oishi's SumK and DotK with K = 3 (Accurate sum and dot product, SIAM J. Sci.
// Comput. 26 (2005) 1955-1988). It is as short a dependency chain as a plain sum, and more
// accurate than a double-double accumulator up to about 10^7 terms.
//
// With u = 2^-53, gamma(k) = k u / (1 - k u), n terms and S the sum of their magnitudes: the
// errors of n additions to sum_ add up to at most gamma(n) S, those of the n products to
// u S. Both kinds, 2 n terms, go into errors_, whose own errors then add up to at most
// gamma(2n) gamma(n + 1) S. They are added up in rest_ with plain rounding, so that
//
//   |value - exact| <= gamma(2n)^2 gamma(n + 1) S, about 4 (n u)^3 S,
//
// besides the rounding of value() to a DoubleDouble and the underflow of two_product:
// 2^-97 S for a million terms, 2^-85 S for 2^24, and 2^-49 S for 2^36.
class CompensatedSum {
 public:
  void add(double x) {
    const DoubleDouble sum = two_sum(sum_, x);
    sum_ = sum.high;
    add_error(sum.low);
  }

  void add_product(double x, double y) {
    const DoubleDouble product = two_product(x, y);
    add(product.high);
    add_error(product.low);
  }

  DoubleDouble value() const {
    const DoubleDouble sum = two_sum(sum_, errors_);
    return two_sum(sum.high, sum.low + rest_);
  }

 private:
  void add_error(double error) {
    const DoubleDouble errors = two_sum(errors_, error);
    errors_ = errors.high;
    rest_ += errors.low;
  }

  double sum_ = 0;
  double errors_ = 0;  // of sum_ and of the products
  double rest_ = 0;    // the errors of errors_
};

// a / b with a relative error of a few 2^-106: one Newton step from the rounded quotient,
// whose remainder fma gives exactly.
inline DoubleDouble quotient(const DoubleDouble& a, const DoubleDouble& b) {
  const double q = a.high / b.high;
  const double remainder = std::fma(-q, b.high, a.high) + (a.low - q * b.low);
  return two_sum(q, remainder / b.high);
}

// The square root, rounded: within 0.5 + 2^-50 ulp, by the same step. a >= 0.
inline double square_root(const DoubleDouble& a) {
  const double s = std::sqrt(a.high);
  if (s == 0) return 0;
  return s + (std::fma(-s, s, a.high) + a.low) / (2 * s);
}

}  // namespace halfulp::metrics
