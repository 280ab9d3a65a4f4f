#include <gtest/gtest.h>

#include "halfulp/kernels/matmul.h"
#include "support/every_target.h"

// A compiler that contracts a*b + c to one rounding changes the kernels' results. Data on
// which it shows: a*b = (1 + 2^-h)(1 - 2^-h) = 1 - 2^-2h, which rounds to 1, and c = -1.

namespace halfulp {
namespace {

using ContractionTest = testing::EveryTarget;

double step(const AccumulationModel& model, int h) {
  const Matrix a = Matrix::Constant(1, 1, 1 + power_of_two(-h));
  const Matrix b = Matrix::Constant(1, 1, 1 - power_of_two(-h));
  const Matrix c = Matrix::Constant(1, 1, -1);
  return kernels::matmul(a, b, model, c)(0, 0);
}

TEST_F(ContractionTest, TwoRoundingsWhereTheModelHasTwo) {
  on_every_target([] {
    EXPECT_EQ(step({.product = fp64}, 27), 0.0);
    EXPECT_EQ(step({.product = fp32, .accumulator = fp32}, 13), 0.0);
  });
}

TEST_F(ContractionTest, OneRoundingWhereTheModelHasOne) {
  on_every_target([] {
    EXPECT_EQ(step({}, 27), -power_of_two(-54));
    EXPECT_EQ(step({.accumulator = fp32}, 13), -power_of_two(-26));
  });
}

}  // namespace
}  // namespace halfulp
