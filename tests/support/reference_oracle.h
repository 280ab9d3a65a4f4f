#pragma once

#include <mpfr.h>

#include <boost/multiprecision/cpp_int.hpp>
#include <cstdint>

#include "halfulp/formats/format.h"
#include "halfulp/rounding/rounding_rule.h"

namespace halfulp::oracle {

// An exact dyadic number, numerator * 2^exponent: all that sums of products of binary64
// numbers need, and any value of MPFR.
struct Dyadic {
  boost::multiprecision::cpp_int numerator;
  long exponent = 0;
};

Dyadic dyadic_of(double x);  // finite
Dyadic dyadic_of(mpfr_srcptr x);
Dyadic operator*(const Dyadic& x, const Dyadic& y);
Dyadic operator+(const Dyadic& x, const Dyadic& y);

// -1, 0 or 1 as |x| is less than, equal to or greater than |y|.
int compare_magnitudes(const Dyadic& x, const Dyadic& y);

// Where a nonzero number lies among those of a format with IEEE-like codes (sign and
// magnitude, subnormals, precision 2 or more), if its exponents went on beyond emax: found by
// bisection over the codes, and by comparing with the exact midpoint.
struct Place {
  bool negative;
  std::uint64_t lower;  // code of the greatest magnitude that is not greater
  enum { exact, below_half, half, above_half } part;
  bool beyond;  // above all magnitudes whose exponent is emax
};
Place place_of(const Dyadic& x, const Format& format);

// The rounded number, or what IEEE 754-2019, 7.4 gives for an overflow: NaN with the sign of
// x where the format has no infinity.
double rounded(const Place& place, const Format& format, Rounding mode);

inline double rounded(const Dyadic& x, const Format& format, Rounding mode) {
  return rounded(place_of(x, format), format, mode);
}

}  // namespace halfulp::oracle
