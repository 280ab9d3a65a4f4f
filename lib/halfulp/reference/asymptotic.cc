#include "halfulp/reference/asymptotic.h"

#include <bit>
#include <cstdint>

#include "halfulp/base/binary64.h"

namespace halfulp::reference {
namespace {

// |y| as a significand M with the top bit set; a unit of M is 2^-64 |y| to 2^-63 |y|.
Real exactly(double y) {
  const Unpacked u = unpack_magnitude(y);
  const int shift = std::countl_zero(u.significand);
  return {sign_bit(y), u.significand << shift, u.exponent - shift, false};
}

// Numbers whose magnitude is between |y| and (1 + 2^-64) |y|, or (1 - 2^-64) |y| and |y|,
// both ends excluded. As y has 53 bits, nothing where a rounding changes lies between.
Real slightly_larger(double y) {
  Real real = exactly(y);
  real.sticky = true;
  return real;
}

Real slightly_smaller(double y) {
  Real real = exactly(y);
  real.significand -= 1;
  real.sticky = true;
  return real;
}

Real half_of(Real real) {
  real.exponent -= 1;
  return real;
}

// Below half of 2^-1074, the smallest positive number of any format, and above 2^1024: all
// such numbers round alike.
Real tiny(bool negative) { return {negative, std::uint64_t{1} << 63, -5000, true}; }
Real huge() { return {false, std::uint64_t{1} << 63, 5000, true}; }

std::optional<Real> exp_value(double x, double magnitude) {
  // e^1024 > 2^1477.
  if (x >= 1024) return huge();
  if (x <= -1024) return tiny(false);
  // 1 + x < e^x < 1 + x + x^2 for 0 < |x| < 1; around 1 the margin is 2^-63 on both sides.
  if (magnitude < 0x1p-64) return x > 0 ? slightly_larger(1.0) : slightly_smaller(1.0);
  return std::nullopt;
}

std::optional<Real> tanh_value(double x, double magnitude) {
  // 0 < |x| - |tanh x| < |x|^3 / 3.
  if (magnitude < 0x1p-32) return slightly_smaller(x);
  // 0 < 1 - |tanh x| < 2 e^(-2|x|) <= 2 e^-64 < 2^-91.
  if (magnitude >= 32) return slightly_smaller(with_sign(1.0, sign_bit(x)));
  return std::nullopt;
}

std::optional<Real> erfc_value(double x, double magnitude) {
  // For x > 0, erfc(x) <= e^(-x^2) (and erfc(-x) = 2 - erfc(x)): e^-1024 < 2^-1477,
  // e^-64 < 2^-92.
  if (x >= 32) return tiny(false);
  if (x <= -8) return slightly_smaller(2.0);
  // |erfc(x) - 1| = |erf(x)| < 2 |x| / sqrt(pi) < 2^-64.
  if (magnitude < 0x1p-65) return x > 0 ? slightly_smaller(1.0) : slightly_larger(1.0);
  return std::nullopt;
}

// Both forms are x F(x) with F(x) = (1 + E(x)) / 2, E odd and increasing, 0 < E(x) < x for
// x > 0, and F(x) + F(-x) = 1.
std::optional<Real> gelu_value(double x, double magnitude) {
  // x F(x) = (x / 2) (1 + E(x)) with |E(x)| < 2^-65.
  if (magnitude < 0x1p-65) {
    return half_of(x > 0 ? slightly_larger(x) : slightly_smaller(x));
  }
  // erf form, x > 0: F(-x) = erfc(x / sqrt 2) / 2 <= e^(-x^2 / 2) / 2; tanh form: F(-x) =
  // 1 / (1 + e^(2u)) < e^(-2u) with 2u > 1.59 (x + 0.044 x^3) > x^2 / 2 for x >= 16. In both
  // F(-16) <= e^-128 < 2^-184, and 64 F(-64) <= 64 e^-2048 < 2^-2948; beyond -64, |x| F(x)
  // falls further.
  if (x >= 16) return slightly_smaller(x);
  if (x <= -64) return tiny(true);
  return std::nullopt;
}

}  // namespace

std::optional<Real> asymptotic_value(Function function, double x) {
  const double magnitude = with_sign(x, false);
  switch (function) {
    case Function::exp:
      return exp_value(x, magnitude);
    case Function::tanh:
      return tanh_value(x, magnitude);
    case Function::erfc:
      return erfc_value(x, magnitude);
    case Function::gelu_erf:
    case Function::gelu_tanh:
      return gelu_value(x, magnitude);
    case Function::sin:
      // 0 < |x| - |sin x| < |x|^3 / 6.
      if (magnitude < 0x1p-32) return slightly_smaller(x);
      return std::nullopt;
    case Function::cos:
      // 0 < 1 - cos x < x^2 / 2 < 2^-65.
      if (magnitude < 0x1p-32) return slightly_smaller(1.0);
      return std::nullopt;
    case Function::erf:
      // 0 < 1 - |erf x| <= e^(-x^2) <= e^-64 < 2^-92.
      if (magnitude >= 8) return slightly_smaller(with_sign(1.0, sign_bit(x)));
      return std::nullopt;
    case Function::log:
    case Function::sqrt:
    case Function::rsqrt:
      break;
  }
  return std::nullopt;
}

}  // namespace halfulp::reference
