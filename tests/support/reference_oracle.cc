#include "support/reference_oracle.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace halfulp::oracle {
namespace {

using boost::multiprecision::cpp_int;

// The magnitude with the code c; beyond the last code the exponent goes on.
Dyadic magnitude(std::uint64_t code, const Format& f) {
  const int fraction_bits = f.precision - 1;
  const std::uint64_t leading = std::uint64_t{1} << fraction_bits;
  const std::uint64_t field = code / leading;
  const std::uint64_t fraction = code % leading;
  const long least = f.emin - fraction_bits;
  if (field == 0) return {cpp_int(fraction), least};
  return {cpp_int(fraction + leading), least + static_cast<long>(field) - 1};
}

// Of the first magnitude of exponent emax + 1.
std::uint64_t code_beyond(const Format& f) {
  return static_cast<std::uint64_t>(f.emax - f.emin + 2) << (f.precision - 1);
}

std::uint64_t largest_code(const Format& f) {
  return f.specials == Specials::nan_all_ones ? code_beyond(f) - 2 : code_beyond(f) - 1;
}

double to_double(const Dyadic& x) {
  return std::ldexp(x.numerator.convert_to<double>(), static_cast<int>(x.exponent));
}

bool takes_upper(const Place& place, Rounding mode) {
  if (place.part == Place::exact) return false;
  const bool odd = place.lower % 2 == 1;
  switch (mode) {
    case Rounding::nearest_even:
      return place.part == Place::above_half || (place.part == Place::half && odd);
    case Rounding::nearest_away:
      return place.part != Place::below_half;
    case Rounding::nearest_toward_zero:
      return place.part == Place::above_half;
    case Rounding::toward_zero:
      return false;
    case Rounding::away:
      return true;
    case Rounding::up:
      return !place.negative;
    case Rounding::down:
      return place.negative;
    case Rounding::odd:
      return !odd;
    default:
      throw std::logic_error("no oracle for a stochastic mode");
  }
}

bool overflows_to_finite(bool negative, Rounding mode) {
  return mode == Rounding::toward_zero || mode == Rounding::odd ||
         mode == (negative ? Rounding::up : Rounding::down);
}

}  // namespace

Dyadic dyadic_of(double x) {
  int exponent = 0;
  const double fraction = std::frexp(x, &exponent);
  return {cpp_int(static_cast<std::int64_t>(std::ldexp(fraction, 53))), exponent - 53};
}

Dyadic dyadic_of(mpfr_srcptr x) {
  if (mpfr_zero_p(x)) return {};
  mpz_t integer;
  mpz_init(integer);
  const long exponent = mpfr_get_z_2exp(integer, x);
  std::string digits(mpz_sizeinbase(integer, 16) + 2, '\0');
  mpz_get_str(digits.data(), 16, integer);
  mpz_clear(integer);
  digits.resize(digits.find('\0'));
  const bool negative = digits.front() == '-';
  const cpp_int numerator("0x" + digits.substr(negative ? 1 : 0));
  return {negative ? cpp_int(-numerator) : numerator, exponent};
}

Dyadic operator*(const Dyadic& x, const Dyadic& y) {
  return {x.numerator * y.numerator, x.exponent + y.exponent};
}

Dyadic operator+(const Dyadic& x, const Dyadic& y) {
  if (x.numerator == 0) return y;
  if (y.numerator == 0) return x;
  const long least = std::min(x.exponent, y.exponent);
  return {(x.numerator << static_cast<unsigned>(x.exponent - least)) +
              (y.numerator << static_cast<unsigned>(y.exponent - least)),
          least};
}

int compare_magnitudes(const Dyadic& x, const Dyadic& y) {
  if (x.numerator == 0 || y.numerator == 0) {
    return (x.numerator != 0 ? 1 : 0) - (y.numerator != 0 ? 1 : 0);
  }
  const cpp_int a = abs(x.numerator);
  const cpp_int b = abs(y.numerator);
  const long a_top = static_cast<long>(msb(a)) + x.exponent;
  const long b_top = static_cast<long>(msb(b)) + y.exponent;
  if (a_top != b_top) return a_top < b_top ? -1 : 1;
  const long least = std::min(x.exponent, y.exponent);
  return cpp_int(a << static_cast<unsigned>(x.exponent - least))
      .compare(cpp_int(b << static_cast<unsigned>(y.exponent - least)));
}

Place place_of(const Dyadic& x, const Format& f) {
  const std::uint64_t end = code_beyond(f);
  Place place{x.numerator < 0, 0, Place::exact, false};
  if (compare_magnitudes(x, magnitude(end, f)) >= 0) {
    place.beyond = true;
    return place;
  }
  std::uint64_t above = end;
  while (above - place.lower > 1) {
    const std::uint64_t middle = place.lower + (above - place.lower) / 2;
    (compare_magnitudes(x, magnitude(middle, f)) >= 0 ? place.lower : above) = middle;
  }
  const Dyadic lower = magnitude(place.lower, f);
  if (compare_magnitudes(x, lower) == 0) return place;
  Dyadic midpoint = lower + magnitude(above, f);
  midpoint.exponent -= 1;
  const int side = compare_magnitudes(x, midpoint);
  place.part = side < 0    ? Place::below_half
               : side == 0 ? Place::half
                           : Place::above_half;
  return place;
}

double rounded(const Place& place, const Format& f, Rounding mode) {
  const std::uint64_t code = place.lower + (takes_upper(place, mode) ? 1 : 0);
  double result = 0;
  if (!place.beyond && code <= largest_code(f)) {
    result = to_double(magnitude(code, f));
  } else if (overflows_to_finite(place.negative, mode)) {
    result = to_double(magnitude(largest_code(f), f));
  } else {
    result = f.specials == Specials::ieee ? std::numeric_limits<double>::infinity()
                                          : std::numeric_limits<double>::quiet_NaN();
  }
  return std::copysign(result, place.negative ? -1.0 : 1.0);
}

}  // namespace halfulp::oracle
