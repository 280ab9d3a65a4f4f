#include "halfulp/reference/decimal.h"

#include <array>
#include <cstdlib>

#include "halfulp/base/fp_environment.h"
#include "halfulp/formats/codec.h"
#include "halfulp/reference/mpfr_environment.h"
#include "halfulp/reference/mpfr_number.h"
#include "halfulp/rounding/neighbours.h"

namespace halfulp::reference {
namespace {

// 17 digits tell all binary64 numbers apart.
constexpr std::size_t kMostDigits = 17;

// 0.DIGITS * 10^exponent
struct Decimal {
  std::string digits;
  mpfr_exp_t exponent = 0;
};

Decimal rounded_to_digits(const MpfrNumber& magnitude, std::size_t count,
                          mpfr_rnd_t mode) {
  std::array<char, kMostDigits + 2> digits;
  Decimal result;
  mpfr_get_str(digits.data(), &result.exponent, 10, count, magnitude.get(), mode);
  result.digits = digits.data();
  return result;
}

// Tells which decimals read back as x.
class Reader {
 public:
  Reader(double x, const Format& format) : x_(x), format_(format) {
    if (format.has_infinity() || format.has_nan()) return;  // there is an overflow
    const double last = sign_bit(x) ? format.lowest() : format.max();
    mpfr_set_d(end_.get(), magnitude_of(last), MPFR_RNDN);
    MpfrNumber half_gap(ulp(last, format), 53);
    mpfr_div_2ui(half_gap.get(), half_gap.get(), 1, MPFR_RNDN);
    mpfr_add(end_.get(), end_.get(), half_gap.get(), MPFR_RNDN);
  }

  bool gives_x(const Decimal& decimal) const {
    const std::string text =
        "0." + decimal.digits + "e" + std::to_string(decimal.exponent);
    MpfrNumber value(64);
    const int cut = mpfr_strtofr(value.get(), text.c_str(), nullptr, 10, MPFR_RNDZ);
    if (mpfr_number_p(end_.get()) && mpfr_cmp(value.get(), end_.get()) >= 0) {
      return false;
    }
    mpfr_setsign(value.get(), value.get(), sign_bit(x_), MPFR_RNDN);
    return bits_of(round(value.get(), cut != 0, format_, {})) == bits_of(x_);
  }

 private:
  static double magnitude_of(double x) { return with_sign(x, false); }

  double x_;
  const Format& format_;
  // Halfway to where the number after the last one would be; NaN if that overflows anyway.
  MpfrNumber end_{64};
};

// The neighbours of x among the decimals of so many digits enclose all that read back as it:
// if one of these does, then one of the two.
Decimal shortest(double x, const Format& format) {
  const MpfrNumber magnitude(with_sign(x, false), 53);
  const Reader reader(x, format);
  for (std::size_t count = 1; count < kMostDigits; ++count) {
    for (const mpfr_rnd_t mode : {MPFR_RNDN, MPFR_RNDD, MPFR_RNDU}) {
      Decimal decimal = rounded_to_digits(magnitude, count, mode);
      if (reader.gives_x(decimal)) return decimal;
    }
  }
  return rounded_to_digits(magnitude, kMostDigits, MPFR_RNDN);
}

// d.ddde+ee
std::string scientific(const Decimal& decimal) {
  const mpfr_exp_t exponent = decimal.exponent - 1;
  const std::string size = std::to_string(std::abs(exponent));
  const std::string fraction = decimal.digits.substr(1);
  return decimal.digits.substr(0, 1) + (fraction.empty() ? "" : "." + fraction) +
         (exponent < 0 ? "e-" : "e+") + (size.size() < 2 ? "0" : "") + size;
}

std::string positional(const Decimal& decimal) {
  const std::string& digits = decimal.digits;
  if (decimal.exponent <= 0) {
    return "0." + std::string(static_cast<std::size_t>(-decimal.exponent), '0') +
           digits;
  }
  const auto point = static_cast<std::size_t>(decimal.exponent);
  if (point < digits.size())
    return digits.substr(0, point) + "." + digits.substr(point);
  return digits + std::string(point - digits.size(), '0') + ".0";
}

// Python's rule for floats.
std::string written(const Decimal& decimal) {
  const bool is_handy = -4 < decimal.exponent && decimal.exponent <= 16;
  return is_handy ? positional(decimal) : scientific(decimal);
}

}  // namespace

std::string shortest_decimal(double x, const Format& format) {
  encode(x, format);  // throws unless x is a member
  if (is_not_a_number(x)) return "nan";
  const std::string sign = sign_bit(x) ? "-" : "";
  if (is_infinite(x)) return sign + "inf";
  if (is_zero(x)) return sign + "0.0";
  const MpfrEnvironment mpfr_environment;
  return sign + in_default_fp_environment([&] { return written(shortest(x, format)); });
}

}  // namespace halfulp::reference
