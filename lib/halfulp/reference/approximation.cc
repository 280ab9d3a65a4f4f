#include "halfulp/reference/approximation.h"

#include "halfulp/reference/mpfr_number.h"

namespace halfulp::reference {
namespace {

// In the error analyses q is the precision of all variables and u = 2^-q; each operation of
// MPFR multiplies the exact result of its operands by some 1 + d with |d| <= u.

// y = x/2 erfc(t), t = -x / sqrt(2), -64 < x < 16; for x < 0 nothing cancels as in 1 + erf.
// t carries two roundings (the square root, the division), |log(t'/t)| <= 2.01 u. The
// condition number of erfc at t, |t erfc'(t) / erfc(t)|, is below 2t^2 + 1 = x^2 + 1 <= 4097
// for t > 0 (from erfc(t) > 2/sqrt(pi) e^(-t^2) / (t + sqrt(t^2 + 2)), Abramowitz and
// Stegun 7.1.13) and below 1 for t < 0. With the roundings of erfc and of the product:
// (4097 * 2.01 + 2.01) u < 2^13.1 u.
void gelu_erf(double x, mpfr_ptr y) {
  const mpfr_prec_t q = mpfr_get_prec(y);
  const MpfrNumber argument(x, 53);
  MpfrNumber t(q);
  mpfr_sqrt_ui(t.get(), 2, MPFR_RNDN);
  mpfr_div(t.get(), argument.get(), t.get(), MPFR_RNDN);
  mpfr_neg(t.get(), t.get(), MPFR_RNDN);
  mpfr_erfc(y, t.get(), MPFR_RNDN);
  mpfr_mul(y, y, argument.get(), MPFR_RNDN);
  mpfr_div_2ui(y, y, 1, MPFR_RNDN);
}

// y = x / (1 + e^v), v = -sqrt(8/pi) x (1 + 0.044715 x^2), -64 < x < 16, as
// (1 + tanh(-v/2)) / 2 = 1 / (1 + e^v); both sums are of positive numbers. v carries nine
// roundings (x^2, times 44715, by 10^6, plus 1; pi, 8/pi, the square root; two products),
// |log(v'/v)| <= 9.01 u, which e^v multiplies by |v| < 1.596 * 64 * 184.2 < 18816. With the
// roundings of exp, sum and quotient: (18816 * 9.02 + 3.01) u < 2^17.4 u.
void gelu_tanh(double x, mpfr_ptr y) {
  const mpfr_prec_t q = mpfr_get_prec(y);
  const MpfrNumber argument(x, 53);
  MpfrNumber v(q);
  MpfrNumber factor(q);
  mpfr_sqr(v.get(), argument.get(), MPFR_RNDN);
  mpfr_mul_ui(v.get(), v.get(), 44715, MPFR_RNDN);
  mpfr_div_ui(v.get(), v.get(), 1000000, MPFR_RNDN);
  mpfr_add_ui(v.get(), v.get(), 1, MPFR_RNDN);
  mpfr_const_pi(factor.get(), MPFR_RNDN);
  mpfr_ui_div(factor.get(), 8, factor.get(), MPFR_RNDN);
  mpfr_sqrt(factor.get(), factor.get(), MPFR_RNDN);
  mpfr_mul(v.get(), v.get(), factor.get(), MPFR_RNDN);
  mpfr_mul(v.get(), v.get(), argument.get(), MPFR_RNDN);
  mpfr_neg(v.get(), v.get(), MPFR_RNDN);
  mpfr_exp(y, v.get(), MPFR_RNDN);
  mpfr_add_ui(y, y, 1, MPFR_RNDN);
  mpfr_div(y, argument.get(), y, MPFR_RNDN);
}

// Rounds f(x) to nearest, |y - f(x)| <= 2^-q |y|; returns the ternary value, 0 if y = f(x).
int correctly_rounded(Function function, mpfr_srcptr x, mpfr_ptr y) {
  switch (function) {
    case Function::exp:
      return mpfr_exp(y, x, MPFR_RNDN);
    case Function::log:
      return mpfr_log(y, x, MPFR_RNDN);
    case Function::sin:
      return mpfr_sin(y, x, MPFR_RNDN);
    case Function::cos:
      return mpfr_cos(y, x, MPFR_RNDN);
    case Function::tanh:
      return mpfr_tanh(y, x, MPFR_RNDN);
    case Function::erf:
      return mpfr_erf(y, x, MPFR_RNDN);
    case Function::erfc:
      return mpfr_erfc(y, x, MPFR_RNDN);
    case Function::sqrt:
      return mpfr_sqrt(y, x, MPFR_RNDN);
    case Function::rsqrt:
      return mpfr_rec_sqrt(y, x, MPFR_RNDN);
    case Function::gelu_erf:
    case Function::gelu_tanh:
      break;
  }
  return 1;
}

bool is_composed(Function function) {
  return function == Function::gelu_erf || function == Function::gelu_tanh;
}

}  // namespace

// 2^17.4 u is less than 2^-bits / 6 where u = 2^-(bits + 20); what is left to 2^-bits more
// than covers that the bounds are of |log(y / f(x))|, to first order.
mpfr_prec_t guard_bits(Function function) { return is_composed(function) ? 20 : 0; }

bool approximate(Function function, double x, mpfr_ptr y) {
  if (function == Function::gelu_erf) {
    gelu_erf(x, y);
    return false;
  }
  if (function == Function::gelu_tanh) {
    gelu_tanh(x, y);
    return false;
  }
  const MpfrNumber argument(x, 53);
  return correctly_rounded(function, argument.get(), y) == 0;
}

}  // namespace halfulp::reference
