#include "support/function_oracle.h"

#include <cmath>
#include <stdexcept>

namespace halfulp::oracle {
namespace {

using reference::Function;

class Mpfr {
 public:
  explicit Mpfr(mpfr_prec_t bits) { mpfr_init2(value_, bits); }
  ~Mpfr() { mpfr_clear(value_); }
  Mpfr(const Mpfr&) = delete;
  Mpfr& operator=(const Mpfr&) = delete;
  operator mpfr_ptr() { return value_; }  // NOLINT(google-explicit-constructor)

 private:
  mpfr_t value_;
};

int truncated(Function function, mpfr_ptr y, mpfr_srcptr x) {
  switch (function) {
    case Function::exp:
      return mpfr_exp(y, x, MPFR_RNDZ);
    case Function::log:
      return mpfr_log(y, x, MPFR_RNDZ);
    case Function::sin:
      return mpfr_sin(y, x, MPFR_RNDZ);
    case Function::cos:
      return mpfr_cos(y, x, MPFR_RNDZ);
    case Function::tanh:
      return mpfr_tanh(y, x, MPFR_RNDZ);
    case Function::erf:
      return mpfr_erf(y, x, MPFR_RNDZ);
    case Function::erfc:
      return mpfr_erfc(y, x, MPFR_RNDZ);
    case Function::sqrt:
      return mpfr_sqrt(y, x, MPFR_RNDZ);
    case Function::rsqrt:
      return mpfr_rec_sqrt(y, x, MPFR_RNDZ);
    case Function::gelu_erf:
    case Function::gelu_tanh:
      break;
  }
  throw std::invalid_argument("MPFR has no such function");
}

Dyadic direct(Function function, double x) {
  Mpfr argument(53), y(300);
  mpfr_set_d(argument, x, MPFR_RNDN);
  const int ternary = truncated(function, y, argument);
  if (ternary == 0) return dyadic_of(y);
  if (mpfr_zero_p(y))
    return {1, -100000};  // erfc(1e300), exp(-1e300): below all there is
  const int away = mpfr_sgn(static_cast<mpfr_ptr>(y)) > 0 ? 1 : -1;
  return dyadic_of(y) + Dyadic{away, mpfr_get_exp(static_cast<mpfr_ptr>(y)) - 301};
}

// x (1 + erf(x / sqrt 2)) / 2 and x (1 + tanh(sqrt(2/pi) (x + 44715e-6 x^3))) / 2.
void define_gelu(Function function, double x, mpfr_ptr y) {
  const mpfr_prec_t bits = mpfr_get_prec(y);
  Mpfr u(bits), v(bits);
  if (function == Function::gelu_erf) {
    mpfr_set_ui(u, 2, MPFR_RNDN);
    mpfr_rec_sqrt(u, u, MPFR_RNDN);
    mpfr_mul_d(u, u, x, MPFR_RNDN);
    mpfr_erf(y, u, MPFR_RNDN);
  } else {
    mpfr_set_str(u, "0.044715", 10, MPFR_RNDN);
    for (int i = 0; i < 3; ++i) mpfr_mul_d(u, u, x, MPFR_RNDN);
    mpfr_add_d(u, u, x, MPFR_RNDN);
    mpfr_const_pi(v, MPFR_RNDN);
    mpfr_ui_div(v, 2, v, MPFR_RNDN);
    mpfr_sqrt(v, v, MPFR_RNDN);
    mpfr_mul(u, u, v, MPFR_RNDN);
    mpfr_tanh(y, u, MPFR_RNDN);
  }
  mpfr_add_ui(y, y, 1, MPFR_RNDN);
  mpfr_mul_d(y, y, x, MPFR_RNDN);
  mpfr_div_ui(y, y, 2, MPFR_RNDN);
}

}  // namespace

Enclosure enclosure(Function function, double x) {
  if (function != Function::gelu_erf && function != Function::gelu_tanh) {
    const Dyadic value = direct(function, x);
    return {value, value};
  }
  // -log2 of 1 + erf or 1 + tanh of the argument at -|x|, and of the distance from 1 at 0.
  const double size = std::abs(x);
  const double tail = function == Function::gelu_erf
                          ? 20 + 0.8 * size * size
                          : 20 + 2.4 * size + 0.11 * size * size * size;
  const int head = std::max(0, -2 * std::ilogb(x));
  const auto cancelled = static_cast<mpfr_prec_t>(tail);
  const mpfr_prec_t bits = 400 + head + cancelled;
  Mpfr y(bits);
  define_gelu(function, x, y);
  const Dyadic value = dyadic_of(y);
  const long error = x > 0 ? 20 - bits : 20 - bits + cancelled;
  return {value + value * Dyadic{-1, error}, value + value * Dyadic{1, error}};
}

}  // namespace halfulp::oracle
