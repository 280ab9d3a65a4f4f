#include "halfulp/operators/layer_norm.h"

#include <gtest/gtest.h>
#include <mpfr.h>
#include <xmmintrin.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <stdexcept>
#include <string>

namespace halfulp::operators {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// Binary64 arithmetic by MPFR: 53 bits, the range and the subnormals of binary64.
class Binary64 {
 public:
  Binary64() {
    mpfr_set_emin(-1073);
    mpfr_set_emax(1024);
  }
  ~Binary64() {
    mpfr_set_emin(mpfr_get_emin_min());
    mpfr_set_emax(mpfr_get_emax_max());
  }

  double add(double a, double b) const { return apply(mpfr_add, a, b); }
  double subtract(double a, double b) const { return apply(mpfr_sub, a, b); }
  double multiply(double a, double b) const { return apply(mpfr_mul, a, b); }
  double divide(double a, double b) const { return apply(mpfr_div, a, b); }
  double square_root(double a) const {
    return apply([](mpfr_ptr z, mpfr_srcptr x, mpfr_srcptr,
                    mpfr_rnd_t mode) { return mpfr_sqrt(z, x, mode); },
                 a, 0.0);
  }

 private:
  template <class Operation>
  static double apply(Operation operation, double a, double b) {
    MPFR_DECL_INIT(x, 53);
    MPFR_DECL_INIT(y, 53);
    MPFR_DECL_INIT(z, 53);
    mpfr_set_d(x, a, MPFR_RNDN);
    mpfr_set_d(y, b, MPFR_RNDN);
    const int inexact = operation(z, x, y, MPFR_RNDN);
    mpfr_subnormalize(z, mpfr_check_range(z, inexact, MPFR_RNDN), MPFR_RNDN);
    return mpfr_get_d(z, MPFR_RNDN);
  }
};

Matrix emulated(const Matrix& a, const LayerNormOptions& options) {
  const Binary64 binary64;
  const auto n = static_cast<double>(a.cols());
  const double divisor = options.divisor == VarianceDivisor::n ? n : n - 1;
  Matrix y(a.rows(), a.cols());
  for (Eigen::Index i = 0; i < a.rows(); ++i) {
    double sum = 0.0;
    for (Eigen::Index j = 0; j < a.cols(); ++j) sum = binary64.add(sum, a(i, j));
    const double mean = binary64.divide(sum, n);
    double squares = 0.0;
    for (Eigen::Index j = 0; j < a.cols(); ++j) {
      const double d = binary64.subtract(a(i, j), mean);
      squares = binary64.add(squares, binary64.multiply(d, d));
    }
    const double variance = binary64.divide(squares, divisor);
    const double root = binary64.square_root(binary64.add(variance, options.eps));
    for (Eigen::Index j = 0; j < a.cols(); ++j) {
      y(i, j) = binary64.divide(binary64.subtract(a(i, j), mean), root);
    }
  }
  return y;
}

void expect_same_bits(const Matrix& actual, const Matrix& expected) {
  ASSERT_EQ(actual.rows(), expected.rows());
  ASSERT_EQ(actual.cols(), expected.cols());
  for (Eigen::Index i = 0; i < actual.rows(); ++i) {
    for (Eigen::Index j = 0; j < actual.cols(); ++j) {
      const double value = std::isnan(expected(i, j)) ? kNan : expected(i, j);
      ASSERT_EQ(std::bit_cast<std::uint64_t>(actual(i, j)),
                std::bit_cast<std::uint64_t>(value))
          << actual(i, j) << " for " << value << " at (" << i << ", " << j << ")";
    }
  }
}

Matrix normal(Eigen::Index rows, Eigen::Index cols, std::uint64_t seed) {
  std::mt19937_64 generator(seed);
  std::normal_distribution<double> distribution;
  Matrix a(rows, cols);
  for (double& element : a.reshaped()) element = distribution(generator);
  return a;
}

std::string reproducer(const Matrix& a, std::uint64_t seed) {
  return "normal(" + std::to_string(a.rows()) + ", " + std::to_string(a.cols()) + ", " +
         std::to_string(seed) + ")";
}

constexpr double kEps[] = {1e-5, 0.0, -0.0, 0x1p-1074, 1e-300, 1e-12, 1.0, 1e308};
constexpr VarianceDivisor kDivisors[] = {VarianceDivisor::n,
                                         VarianceDivisor::n_minus_one};

TEST(LayerNorm, RoundsEveryOperationInTheOrderStated) {
  for (Eigen::Index n : {2, 3, 4, 17, 64, 255, 768}) {
    for (double scale : {1.0, 1e-3, 1e-155, 1e-162, 1e-310, 1e153, 1e156, 1e307}) {
      const auto seed = static_cast<std::uint64_t>(n);
      const Matrix a = scale * normal(3, n, seed);
      SCOPED_TRACE(reproducer(a, seed) + " * " + std::to_string(std::log10(scale)));
      for (double eps : kEps) {
        for (VarianceDivisor divisor : kDivisors) {
          const LayerNormOptions options = {eps, divisor};
          expect_same_bits(layer_norm(a, options), emulated(a, options));
        }
      }
    }
  }
}

TEST(LayerNorm, OfManySmallMatrices) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const Matrix a = normal(2, 2 + static_cast<Eigen::Index>(seed % 9), seed);
    SCOPED_TRACE(reproducer(a, seed));
    for (VarianceDivisor divisor : kDivisors) {
      expect_same_bits(layer_norm(a, {1e-5, divisor}), emulated(a, {1e-5, divisor}));
    }
  }
}

TEST(LayerNorm, OfSpecialRows) {
  Matrix a(9, 4);
  a << 1, 1, 1, 1,                          //
      -0.0, -0.0, -0.0, -0.0,               //
      0, 0, 0, 0,                           //
      kInfinity, 1, 2, 3,                   //
      kInfinity, -kInfinity, 0, 1,          //
      -kInfinity, -kInfinity, 1, 1,         //
      kNan, 1, 2, 3,                        //
      1e308, 1e308, 1e308, -1e308,          //
      0x1p-1074, 0, -0x1p-1074, 0x1p-1074;  //
  for (double eps : kEps) {
    for (VarianceDivisor divisor : kDivisors) {
      const LayerNormOptions options = {eps, divisor};
      expect_same_bits(layer_norm(a, options), emulated(a, options));
    }
  }
}

TEST(LayerNorm, MakesEveryNanTheSame) {
  Matrix a(1, 3);
  a << std::bit_cast<double>(0xFFF8000000001234), 1, -kNan;
  const Matrix y = layer_norm(a);
  for (Eigen::Index i = 0; i < y.size(); ++i) {
    EXPECT_EQ(std::bit_cast<std::uint64_t>(y(i)), 0x7FF8000000000000u);
  }
}

TEST(LayerNorm, OfOneElement) {
  Matrix a(2, 1);
  a << 3.0, -7.5;
  expect_same_bits(layer_norm(a), Matrix::Zero(2, 1));
  expect_same_bits(layer_norm(a, {0.0}), Matrix::Constant(2, 1, kNan));
}

TEST(LayerNorm, OfABlock) {
  const Matrix a = normal(10, 20, 1);
  const Matrix copy = a.block(2, 3, 5, 11);
  expect_same_bits(layer_norm(a.block(2, 3, 5, 11)), emulated(copy, {}));
}

TEST(LayerNorm, ByTheWrongDivisorIsAScaling) {
  // Where eps is 0, by sqrt(63/64) but for 6 roundings (2 divisions, 1 root each).
  const Matrix a = normal(4, 64, 2);
  const Matrix right = layer_norm(a, {0.0, VarianceDivisor::n});
  const Matrix wrong = layer_norm(a, {0.0, VarianceDivisor::n_minus_one});
  for (Eigen::Index i = 0; i < a.size(); ++i) {
    EXPECT_NEAR(wrong.data()[i] / right.data()[i], 0.9921567416492215, 7 * 0x1p-53);
  }
}

TEST(LayerNorm, DoesNotDependOnTheCallersEnvironment) {
  const unsigned before = _mm_getcsr();
  for (double scale : {1.0, 1e-157, 1e-309}) {
    const Matrix a = scale * normal(3, 16, 3);
    for (double eps : {1e-5, 1e-310, 0.0}) {
      const Matrix expected = layer_norm(a, {eps});
      for (unsigned mxcsr : {0x9FC0u, 0xFFC0u, 0x5F80u}) {  // FTZ, DAZ; and to zero; up
        _mm_setcsr(mxcsr);
        const Matrix y = layer_norm(a, {eps});
        const unsigned after = _mm_getcsr();
        _mm_setcsr(before);
        EXPECT_EQ(after, mxcsr);
        expect_same_bits(y, expected);
      }
    }
  }
}

std::string message(const Matrix& a, const LayerNormOptions& options) {
  try {
    layer_norm(a, options);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

TEST(LayerNorm, RefusesAnImpossibleEps) {
  const Matrix a = normal(2, 3, 4);
  EXPECT_EQ(message(a, {-1e-5}), "eps must be finite and not negative, got -1e-05");
  EXPECT_EQ(message(a, {kNan}), "eps must be finite and not negative, got NaN");
  EXPECT_EQ(message(a, {kInfinity}),
            "eps must be finite and not negative, got Infinity");
  EXPECT_NE(message(Matrix(0, 3), {-1.0}), "");

  const unsigned before = _mm_getcsr();
  _mm_setcsr(0x9FC0);  // where -1e-310 < 0 is false
  const std::string refused = message(a, {-1e-310});
  _mm_setcsr(before);
  EXPECT_EQ(refused, "eps must be finite and not negative, got -1e-310");
}

TEST(LayerNorm, RefusesRowsThatAreTooShort) {
  EXPECT_EQ(message(Matrix(3, 0), {}),
            "layer_norm needs rows with elements, got a matrix of 3 x 0");
  EXPECT_EQ(message(Matrix::Ones(3, 1), {1e-5, VarianceDivisor::n_minus_one}),
            "divisor n_minus_one needs rows of two elements or more, got a matrix of "
            "3 x 1; use divisor n");
  EXPECT_EQ(layer_norm(Matrix(0, 5)).cols(), 5);
  EXPECT_EQ(layer_norm(Matrix(0, 0)).size(), 0);
}

}  // namespace
}  // namespace halfulp::operators
