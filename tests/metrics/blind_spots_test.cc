// What one number cannot see, another one does: the reason for measuring several.

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "halfulp/metrics/cosine.h"
#include "halfulp/metrics/errors.h"
#include "metrics/data.h"

namespace halfulp::metrics {
namespace {

TEST(BlindSpots, TwoZeroVectorsAgreeInNothing) {
  const Vector zeros(16, 0.0);
  EXPECT_EQ(rel_rmse(zeros, zeros).status, Status::degenerate);
  EXPECT_EQ(cosine(zeros, zeros).status, Status::undefined);
  EXPECT_EQ(gain(zeros, zeros).status, Status::undefined);
}

TEST(BlindSpots, GarbageIsNotCloseToZeros) {
  const Vector garbage = scaled(1e-17, normal(16, 1));
  const Vector zeros(16, 0.0);
  EXPECT_EQ(rel_rmse(garbage, zeros).status, Status::undefined);
  EXPECT_EQ(cosine(garbage, zeros).status, Status::undefined);
  EXPECT_GT(max_abs(garbage, zeros).value, 0.0);
  // and zeros in place of results have lost all of them
  EXPECT_EQ(rel_rmse(zeros, garbage).value, 1.0);
  EXPECT_EQ(gain(zeros, garbage).value, -1.0);
}

TEST(BlindSpots, CosineDoesNotSeeAGain) {
  const Vector r = normal(64, 2);
  const Vector doubled = scaled(2.0, r);
  EXPECT_EQ(cosine(doubled, r).value, 1.0);
  EXPECT_EQ(one_minus_cosine(doubled, r).value, 0.0);
  EXPECT_EQ(gain(doubled, r).value, 1.0);
  EXPECT_EQ(rel_rmse(doubled, r).value, 1.0);
}

TEST(BlindSpots, CosineHardlySeesAnOffsetOfLargeNumbers) {
  Vector r(64);
  std::iota(r.begin(), r.end(), 1000.0);
  Vector x = r;
  for (double& element : x) element += 1.0;
  EXPECT_GT(cosine(x, r).value, 0.9999999);
  EXPECT_EQ(offset(x, r).value, 1.0);
}

TEST(BlindSpots, SmallOutputsPassAnAbsoluteLimitInAnyOrder) {
  // Probabilities of a 4096-way softmax, shuffled.
  Vector r(4096);
  const Vector logits = normal(r.size(), 3);
  std::transform(logits.begin(), logits.end(), r.begin(),
                 [](double z) { return (1 + z * z) / 8192; });
  Vector x = r;
  std::shuffle(x.begin(), x.end(), std::mt19937_64(4));
  EXPECT_LT(mean_abs(x, r).value, 1e-3);
  // The sums are equal; each difference is rounded.
  EXPECT_NEAR(offset(x, r).value, 0.0, max_abs(x, r).value * 0x1p-53);
  EXPECT_GT(rel_rmse(x, r).value, 0.5);
  EXPECT_LT(cosine(x, r).value, 0.9);
}

TEST(BlindSpots, OneWrongElementHidesInTheMean) {
  const Vector r = normal(100'000, 5);
  Vector x = r;
  x[777] += 4.0;
  EXPECT_GT(cosine(x, r).value, 0.9999);
  EXPECT_LT(rel_rmse(x, r).value, 0.02);
  EXPECT_NEAR(max_abs(x, r).value, 4.0, 0x1p-49);  // x[777] is rounded, below 2^4
}

}  // namespace
}  // namespace halfulp::metrics
