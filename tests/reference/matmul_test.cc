#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>

#include "halfulp/reference/dot.h"
#include "support/reference_cases.h"
#include "support/reference_oracle.h"

namespace halfulp {
namespace {

Matrix random_matrix(Eigen::Index rows, Eigen::Index cols, std::mt19937_64& random) {
  Matrix m(rows, cols);
  for (Eigen::Index i = 0; i < m.size(); ++i)
    m.data()[i] = with_exponent(random, -8, 8);
  return m;
}

void expect_same(const Matrix& expected, const Matrix& actual) {
  ASSERT_EQ(expected.rows(), actual.rows());
  ASSERT_EQ(expected.cols(), actual.cols());
  for (Eigen::Index i = 0; i < expected.size(); ++i)
    ASSERT_TRUE(same_bits(expected.data()[i], actual.data()[i])) << "element " << i;
}

Matrix exact_product(const MatrixView& a, const MatrixView& b, const Format& format,
                     Rounding mode) {
  Matrix c(a.rows(), b.cols());
  for (Eigen::Index i = 0; i < a.rows(); ++i) {
    for (Eigen::Index j = 0; j < b.cols(); ++j) {
      oracle::Dyadic sum;
      for (Eigen::Index k = 0; k < a.cols(); ++k)
        sum = sum + oracle::dyadic_of(a(i, k)) * oracle::dyadic_of(b(k, j));
      c(i, j) = oracle::rounded(sum, format, mode);
    }
  }
  return c;
}

TEST(ReferenceMatmul, EveryElementIsExactForAnyNumberOfThreads) {
  std::mt19937_64 random(2);
  const Matrix a = random_matrix(7, 11, random);
  const Matrix b = random_matrix(11, 5, random);
  for (const Format& format : {fp64, fp32, bf16}) {
    for (Rounding mode : kModes) {
      const Matrix expected = exact_product(a, b, format, mode);
      for (int threads : {1, 2, 5, 64})
        expect_same(expected, reference::matmul(a, b, format, {.mode = mode}, threads));
    }
  }
}

TEST(ReferenceMatmul, TakesBlocksOfMatrices) {
  std::mt19937_64 random(3);
  const Matrix a = random_matrix(9, 12, random);
  const Matrix b = random_matrix(10, 8, random);
  const Matrix a_copy = a.block(2, 3, 4, 6);
  const Matrix b_copy = b.block(1, 2, 6, 5);
  expect_same(exact_product(a_copy, b_copy, fp64, Rounding::nearest_even),
              reference::matmul(a.block(2, 3, 4, 6), b.block(1, 2, 6, 5)));
}

TEST(ReferenceMatmul, EmptyShapes) {
  const Matrix zero = Matrix::Zero(3, 2);
  expect_same(zero, reference::matmul(Matrix(3, 0), Matrix(0, 2)));
  EXPECT_EQ(reference::matmul(Matrix(0, 4), Matrix(4, 2)).rows(), 0);
  EXPECT_EQ(reference::matmul(Matrix(2, 4), Matrix(4, 0)).cols(), 0);
}

TEST(ReferenceMatmul, RefusesWhatItCannotDo) {
  const Matrix a = Matrix::Zero(2, 3);
  const Matrix b = Matrix::Zero(3, 2);
  EXPECT_THROW(reference::matmul(a, a), std::invalid_argument);
  EXPECT_THROW(reference::matmul(a, b, fp64, {}, 0), std::invalid_argument);
  EXPECT_THROW(reference::matmul(a, b, fp64, {}, -3), std::invalid_argument);
  Matrix nan = b;
  nan(2, 1) = std::numeric_limits<double>::quiet_NaN();
  // From a worker thread, too.
  EXPECT_THROW(reference::matmul(a, nan, fp64, {.nan = NanRule::error}, 2),
               std::invalid_argument);
}

}  // namespace
}  // namespace halfulp
