// An oracle without MPFR: Boost's own binary floating point with 400 bits, and power series.

#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>

#include "halfulp/reference/functions.h"
#include "support/reference_cases.h"
#include "support/reference_oracle.h"

namespace halfulp {
namespace {

using reference::Function;
namespace mp = boost::multiprecision;
using Wide = mp::number<mp::cpp_bin_float<400, mp::digit_base_2>, mp::et_off>;

const Wide& pi() {
  // Machin: pi = 16 atan(1/5) - 4 atan(1/239).
  static const Wide value = [] {
    const auto arctangent_of_inverse = [](int n) {
      Wide power = Wide(1) / n, sum = 0;
      for (int k = 0; k < 200; ++k, power /= -n * n) sum += power / (2 * k + 1);
      return sum;
    };
    return Wide(16 * arctangent_of_inverse(5) - 4 * arctangent_of_inverse(239));
  }();
  return value;
}

// 2/sqrt(pi) (x - x^3/3 + x^5/(5 2!) - ...); |x| < 5 loses under 40 bits.
Wide erf_series(const Wide& x) {
  Wide power = x, sum = 0;
  for (int k = 0; k < 400; ++k) {
    sum += power / (2 * k + 1);
    power *= -x * x / (k + 1);
  }
  return 2 / sqrt(pi()) * sum;
}

Wide value_of(Function f, const Wide& x) {
  switch (f) {
    case Function::exp:
      return exp(x);
    case Function::log:
      return log(x);
    case Function::sin:
      return sin(x);
    case Function::cos:
      return cos(x);
    case Function::tanh:
      return 1 - 2 / (exp(Wide(2 * x)) + 1);
    case Function::erf:
      return erf_series(x);
    case Function::erfc:
      return 1 - erf_series(x);
    case Function::sqrt:
      return sqrt(x);
    case Function::rsqrt:
      return 1 / sqrt(x);
    case Function::gelu_erf:
      return x * (1 + erf_series(x / sqrt(Wide(2)))) / 2;
    case Function::gelu_tanh:
      break;
  }
  const Wide u = sqrt(2 / pi()) * (x + Wide(44715) / 1000000 * x * x * x);
  return x * (1 - 1 / (exp(Wide(2 * u)) + 1));
}

oracle::Dyadic dyadic_of(const Wide& x) {
  const mp::cpp_int bits(x.backend().bits());
  return {x.backend().sign() ? mp::cpp_int(-bits) : bits, x.backend().exponent() - 399};
}

TEST(ReferenceFunctions, AgreeWithSeries) {
  const std::uint64_t seed = 11;
  std::mt19937_64 random(seed);
  for (Function f : reference::all_functions()) {
    for (int i = 0; i < 80; ++i) {
      double x = with_exponent(random, i % 2 == 0 ? -20 : -1, 1);
      if (f == Function::log || f == Function::sqrt || f == Function::rsqrt)
        x = std::abs(x);
      const oracle::Dyadic value = dyadic_of(value_of(f, Wide(x)));
      // 400 bits, of which at most 40 cancel; 2^-300 leaves them 60 for their errors.
      const oracle::Dyadic low = value + value * oracle::Dyadic{-1, -300};
      const oracle::Dyadic high = value + value * oracle::Dyadic{1, -300};
      const Format& format = i % 4 < 2 ? fp64 : fp32;
      for (Rounding mode : kModes) {
        const double expected = oracle::rounded(low, format, mode);
        ASSERT_TRUE(same_bits(expected, oracle::rounded(high, format, mode)));
        ASSERT_TRUE(
            same_bits(expected, reference::evaluate(f, x, format, {.mode = mode})))
            << name_of(f) << '(' << hex_float(x) << "), " << format.name.view() << ", "
            << mode_name(mode) << ", seed " << seed;
      }
    }
  }
}

}  // namespace
}  // namespace halfulp
