#include "kernels/mpfr_matmul.h"

#include <mpfr.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace halfulp::testing {
namespace {

// Enough for a*b + c of any binary64 numbers: from 2^1025 * 2^1024 down to 2^(2 * -1074).
constexpr mpfr_prec_t kExact = 4300;

class Number {
 public:
  Number() { mpfr_init2(value_, kExact); }
  explicit Number(double x) : Number() { mpfr_set_d(value_, x, MPFR_RNDN); }
  ~Number() { mpfr_clear(value_); }
  Number(const Number&) = delete;
  Number& operator=(const Number&) = delete;
  mpfr_ptr get() { return value_; }

 private:
  mpfr_t value_;
};

void require_exact(int ternary) {
  if (ternary != 0) throw std::logic_error("the oracle's arithmetic was not exact");
}

void round_to_odd_integer(mpfr_ptr x) {
  Number truncated;
  mpfr_trunc(truncated.get(), x);
  const bool inexact = mpfr_equal_p(truncated.get(), x) == 0;
  Number half;
  require_exact(mpfr_div_2ui(half.get(), truncated.get(), 1, MPFR_RNDN));
  const bool even = mpfr_integer_p(half.get()) != 0;
  const int away = mpfr_signbit(x) != 0 ? -1 : 1;
  const bool negative = mpfr_signbit(x) != 0;
  mpfr_add_si(x, truncated.get(), inexact && even ? away : 0, MPFR_RNDN);
  mpfr_setsign(x, x, negative ? 1 : 0, MPFR_RNDN);
}

void round_to_nearest_ties_toward_zero(mpfr_ptr x) {
  Number fraction;
  require_exact(mpfr_frac(fraction.get(), x, MPFR_RNDN));
  if (mpfr_cmpabs(fraction.get(), Number(0.5).get()) == 0) {
    mpfr_trunc(x, x);
  } else {
    mpfr_round(x, x);
  }
}

void round_to_integer(mpfr_ptr x, Rounding mode) {
  switch (mode) {
    case Rounding::nearest_even:
      mpfr_roundeven(x, x);
      return;
    case Rounding::nearest_away:
      mpfr_round(x, x);
      return;
    case Rounding::nearest_toward_zero:
      round_to_nearest_ties_toward_zero(x);
      return;
    case Rounding::toward_zero:
      mpfr_trunc(x, x);
      return;
    case Rounding::up:
      mpfr_ceil(x, x);
      return;
    case Rounding::down:
      mpfr_floor(x, x);
      return;
    case Rounding::away:
      mpfr_rint(x, x, MPFR_RNDA);
      return;
    case Rounding::odd:
      round_to_odd_integer(x);
      return;
    default:
      throw std::logic_error("no oracle for a stochastic mode");
  }
}

// IEEE 754-2019, 7.4; for rounding to odd the largest finite number, which is odd.
double overflowed(bool negative, double largest, Rounding mode) {
  const bool stays_finite = mode == Rounding::toward_zero || mode == Rounding::odd ||
                            mode == (negative ? Rounding::up : Rounding::down);
  const double magnitude =
      stays_finite ? largest : std::numeric_limits<double>::infinity();
  return negative ? -magnitude : magnitude;
}

double rounded(mpfr_ptr x, const Format& format, Rounding mode) {
  if (mpfr_nan_p(x) != 0) return std::numeric_limits<double>::quiet_NaN();
  if (mpfr_regular_p(x) == 0) return mpfr_get_d(x, MPFR_RNDN);  // zeros and infinities
  const bool negative = mpfr_signbit(x) != 0;
  const long e = std::max<long>(mpfr_get_exp(x) - 1, format.emin);
  const long quantum = e - format.precision + 1;
  require_exact(mpfr_mul_2si(x, x, -quantum, MPFR_RNDN));
  round_to_integer(x, mode);
  require_exact(mpfr_mul_2si(x, x, quantum, MPFR_RNDN));

  const double largest =
      std::ldexp(2.0 - std::ldexp(1.0, 1 - format.precision), format.emax);
  if (mpfr_cmpabs(x, Number(largest).get()) > 0)
    return overflowed(negative, largest, mode);
  return mpfr_get_d(x, MPFR_RNDN);
}

double multiply_add(double a, double b, double c, const Format& format, Rounding mode) {
  Number sum;
  // The sum is exact; the direction decides the sign of an exact zero.
  require_exact(mpfr_fma(sum.get(), Number(a).get(), Number(b).get(), Number(c).get(),
                         mode == Rounding::down ? MPFR_RNDD : MPFR_RNDN));
  return rounded(sum.get(), format, mode);
}

double multiply(double a, double b, const Format& format, Rounding mode) {
  Number product;
  require_exact(mpfr_mul(product.get(), Number(a).get(), Number(b).get(), MPFR_RNDN));
  return rounded(product.get(), format, mode);
}

double rounded(double x, const Format& format, Rounding mode) {
  return rounded(Number(x).get(), format, mode);
}

}  // namespace

Matrix mpfr_matmul(const Matrix& a, const Matrix& b, const Matrix& c,
                   const AccumulationModel& model) {
  const Rounding mode = model.accumulation_rounding.mode;
  Matrix result = c;
  for (Eigen::Index i = 0; i < c.rows(); ++i) {
    for (Eigen::Index j = 0; j < c.cols(); ++j) {
      double sum = rounded(c(i, j), model.accumulator, mode);
      for (Eigen::Index k = 0; k < a.cols(); ++k) {
        double x = rounded(a(i, k), model.operands, model.operand_rounding.mode);
        double y = rounded(b(k, j), model.operands, model.operand_rounding.mode);
        if (model.product) {
          x = multiply(x, y, *model.product, mode);
          y = 1.0;
        }
        sum = multiply_add(x, y, sum, model.accumulator, mode);
      }
      result(i, j) = rounded(sum, model.output ? *model.output : model.accumulator,
                             model.output_rounding.mode);
    }
  }
  return result;
}

}  // namespace halfulp::testing
