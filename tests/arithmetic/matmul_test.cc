// The scalar matmul: each element is the oracle's dot product of a row and a column.

#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>

#include "halfulp/arithmetic/dot.h"
#include "support/bits.h"
#include "support/rounding_points.h"
#include "support/step_oracle.h"

namespace halfulp::testing {
namespace {

Matrix draw(Eigen::Index rows, Eigen::Index cols, Random& random) {
  Matrix m(rows, cols);
  for (Eigen::Index i = 0; i < m.size(); ++i) m.data()[i] = random.near_one(4);
  return m;
}

void expect_matmul(const Matrix& a, const Matrix& b, const AccumulationModel& model,
                   const std::optional<Matrix>& c) {
  const Matrix result = matmul(a, b, model, c);
  ASSERT_EQ(result.rows(), a.rows());
  ASSERT_EQ(result.cols(), b.cols());
  const DotOracle oracle(model);
  for (Eigen::Index i = 0; i < result.rows(); ++i) {
    for (Eigen::Index j = 0; j < result.cols(); ++j) {
      std::vector<double> row, column;
      for (Eigen::Index k = 0; k < a.cols(); ++k) {
        row.push_back(a(i, k));
        column.push_back(b(k, j));
      }
      EXPECT_SAME_BITS(result(i, j), oracle.dot(row, column, c ? (*c)(i, j) : 0.0));
    }
  }
}

TEST(Matmul, EveryElementIsADotProduct) {
  Random random(0x5EED001C);
  SCOPED_TRACE("seed " + std::to_string(random.seed()));
  AccumulationModel model;
  model.operands = bf16;
  for (const Format& accumulator : {fp64, fp32, fp16, bf16}) {
    model.accumulator = accumulator;
    const Matrix a = draw(4, 7, random), b = draw(7, 3, random);
    expect_matmul(a, b, model, std::nullopt);
    expect_matmul(a, b, model, draw(4, 3, random));
  }
}

TEST(Matmul, EmptyShapes) {
  EXPECT_EQ(matmul(Matrix(0, 3), Matrix(3, 2), {}).rows(), 0);
  EXPECT_EQ(matmul(Matrix(2, 3), Matrix(3, 0), {}).cols(), 0);
  const Matrix zero = matmul(Matrix(2, 0), Matrix(0, 3), {});
  ASSERT_EQ(zero.size(), 6);
  for (Eigen::Index i = 0; i < zero.size(); ++i) EXPECT_SAME_BITS(zero.data()[i], 0.0);
  const Matrix c = Matrix::Constant(2, 3, 1.5);
  EXPECT_EQ(matmul(Matrix(2, 0), Matrix(0, 3), {}, c), c);
}

TEST(Matmul, BlocksOfMatricesArePassedAsTheyAre) {
  Random random(0x5EED001D);
  const Matrix large = draw(9, 9, random);
  const Matrix a = large.block(1, 2, 4, 5), b = large.block(3, 1, 5, 2);
  EXPECT_EQ(matmul(large.block(1, 2, 4, 5), large.block(3, 1, 5, 2), {}),
            matmul(a, b, {}));
}

template <class Call>
void expect_message(Call call, const char* text) {
  try {
    call();
    FAIL() << "did not throw";
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(), text);
  }
}

TEST(Matmul, RefusesShapesThatDoNotFit) {
  expect_message([] { matmul(Matrix(2, 3), Matrix(4, 5), {}); },
                 "matmul: the inner sizes of (2, 3) and (4, 5) differ");
  expect_message([] { matmul(Matrix(2, 3), Matrix(3, 5), {}, Matrix(5, 2)); },
                 "matmul: c has shape (5, 2) but a @ b has (2, 5)");
}

TEST(Matmul, RefusesInvalidModelsEvenForEmptyMatrices) {
  AccumulationModel model;
  model.accumulator.precision = 0;
  EXPECT_THROW(matmul(Matrix(0, 3), Matrix(3, 2), model), std::invalid_argument);
}

TEST(Matmul, ErrorsOfTheRule) {
  AccumulationModel model;
  model.operand_rounding.nan = NanRule::error;
  const Matrix nan = Matrix::Constant(1, 1, std::numeric_limits<double>::quiet_NaN());
  EXPECT_THROW(matmul(nan, nan, model), std::invalid_argument);
}

}  // namespace
}  // namespace halfulp::testing
