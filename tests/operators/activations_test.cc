#include "halfulp/operators/activations.h"

#include <gtest/gtest.h>

#include <bit>
#include <boost/multiprecision/mpfr.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <stdexcept>

namespace halfulp::operators {
namespace {

// 100 decimal digits, 332 bits: correct rounding is safe.
using Real =
    boost::multiprecision::number<boost::multiprecision::mpfr_float_backend<100>,
                                  boost::multiprecision::et_off>;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Real exact_tanh(const Real& x) { return tanh(x); }
Real exact_gelu_erf(const Real& x) { return x / 2 * erfc(-x / sqrt(Real(2))); }
Real exact_gelu_tanh(const Real& x) {
  const Real pi = acos(Real(-1));
  return x / 2 * (1 + tanh(sqrt(2 / pi) * (x + Real("0.044715") * x * x * x)));
}

// Both signs, a grid over the interesting range, and random exponents.
Matrix arguments() {
  std::mt19937_64 generator(1);
  std::uniform_real_distribution<double> exponent(-300.0, 4.0);
  Matrix x(40, 30);
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    const double magnitude =
        i % 2 == 0 ? static_cast<double>(i) / 128.0 : std::exp2(exponent(generator));
    x.data()[i] = i % 4 < 2 ? magnitude : -magnitude;
  }
  return x;
}

void expect_rounded(const Matrix& y, const Matrix& x, Real (*exact)(const Real&)) {
  ASSERT_EQ(y.rows(), x.rows());
  ASSERT_EQ(y.cols(), x.cols());
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    const double expected = static_cast<double>(exact(Real(x.data()[i])));
    ASSERT_EQ(std::bit_cast<std::uint64_t>(y.data()[i]),
              std::bit_cast<std::uint64_t>(expected))
        << y.data()[i] << " for " << expected << ", x = " << x.data()[i];
  }
}

TEST(Activations, AreCorrectlyRounded) {
  const Matrix x = arguments();
  expect_rounded(tanh(x), x, exact_tanh);
  expect_rounded(gelu(x), x, exact_gelu_erf);
  expect_rounded(gelu(x, GeluForm::tanh), x, exact_gelu_tanh);
}

TEST(Activations, DoNotDependOnTheThreads) {
  const Matrix x = arguments();
  for (int threads : {1, 2, 5}) {
    expect_rounded(tanh(x, threads), x, exact_tanh);
    expect_rounded(gelu(x, GeluForm::erf, threads), x, exact_gelu_erf);
  }
  EXPECT_THROW(tanh(x, 0), std::invalid_argument);
  EXPECT_THROW(gelu(x, GeluForm::tanh, -1), std::invalid_argument);
}

TEST(Activations, OfABlock) {
  const Matrix x = arguments();
  const Matrix copy = x.block(3, 5, 7, 11);
  expect_rounded(tanh(x.block(3, 5, 7, 11)), copy, exact_tanh);
  EXPECT_EQ(tanh(Matrix(0, 4)).cols(), 4);
  EXPECT_EQ(gelu(Matrix(4, 0)).rows(), 4);
}

TEST(Activations, OfSpecialValues) {
  Matrix x(1, 5);
  x << 0.0, -0.0, kInfinity, -kInfinity, std::numeric_limits<double>::quiet_NaN();
  const Matrix t = tanh(x);
  const Matrix erf_form = gelu(x);
  const Matrix tanh_form = gelu(x, GeluForm::tanh);
  const double expected_tanh[] = {0.0, -0.0, 1.0, -1.0};
  const double expected_gelu[] = {0.0, -0.0, kInfinity, -0.0};
  for (Eigen::Index i = 0; i < 4; ++i) {
    EXPECT_EQ(std::bit_cast<std::uint64_t>(t(i)),
              std::bit_cast<std::uint64_t>(expected_tanh[i]));
    for (const Matrix* form : {&erf_form, &tanh_form}) {
      EXPECT_EQ(std::bit_cast<std::uint64_t>((*form)(i)),
                std::bit_cast<std::uint64_t>(expected_gelu[i]));
    }
  }
  EXPECT_TRUE(std::isnan(t(4)) && std::isnan(erf_form(4)) && std::isnan(tanh_form(4)));
}

TEST(Activations, GeluFormsDifferMostWhereStated) {
  // The maximum to 7 digits and its place to 7 digits, on both sides.
  const Eigen::Index n = 2001;
  for (double sign : {1.0, -1.0}) {
    Matrix coarse(1, n);
    Matrix fine(1, n);
    for (Eigen::Index i = 0; i < n; ++i) {
      coarse(i) = sign * 8e-3 * static_cast<double>(i);
      fine(i) = sign * (2.698941 + 1e-8 * static_cast<double>(i - n / 2));
    }
    const auto difference = [](const Matrix& x) -> Matrix {
      return (gelu(x) - gelu(x, GeluForm::tanh)).cwiseAbs();
    };
    EXPECT_LT(difference(coarse).maxCoeff(), 4.7323555e-4);
    EXPECT_NEAR(difference(fine).maxCoeff(), 4.732355e-4, 5e-11);  // as printed
    // Flat at the top: 1e-5 beside it the difference is 1e-13 less or so, against 1e-15 of
    // rounding.
    Matrix around(1, 3);
    around << sign * (2.698941 - 2e-5), sign * 2.698941, sign * (2.698941 + 2e-5);
    const Matrix d = difference(around);
    EXPECT_GT(d(1), d(0));
    EXPECT_GT(d(1), d(2));
  }
}

}  // namespace
}  // namespace halfulp::operators
