// What one number cannot see, another one does: the reason for measuring several.

#include "halfulp/metrics/blind_spots.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "halfulp/metrics/cosine.h"
#include "halfulp/metrics/errors.h"
#include "metrics/data.h"
#include "metrics/exact.h"

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

// The bounds of the header.
void expect_near(const Metric& metric, const Real& exact, double absolute) {
  ASSERT_EQ(metric.status, Status::ok);
  EXPECT_LE(abs(metric.value - exact), 1e-14 * exact + absolute)
      << metric.value << " for " << exact.str(20);
}

void expect_shares(const Vector& x, const Vector& r) {
  expect_near(scaling_share(x, r), exact_scaling_share(x, r), 1e-24);
  expect_near(offset_share(x, r), exact_offset_share(x, r), 1e-24);
  expect_near(largest_share(x, r), exact_largest_share(x, r), 0);
  expect_near(order_share(x, r), exact_order_share(x, r), 1e-15);
}

TEST(Shares, AreRoundedFromTheExactValue) {
  for (std::size_t n : {2u, 3u, 64u, 1000u}) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      SCOPED_TRACE(reproducer(seed, n));
      const Vector r = normal(n, seed);
      const Vector noise = normal(n, seed + 1);
      for (double size : {1.0, 1e-300, 1e300, 1e-310}) {
        const Vector reference = scaled(size, r);
        for (const Vector& x :
             {scaled(size, noise), combination(size, r, 1e-9 * size, noise),
              combination(0.99 * size, r, 1e-3 * size, noise)}) {
          expect_shares(x, reference);
          expect_near(rel_rmse_after_gain(x, reference),
                      exact_rel_rmse_after_gain(x, reference), 0);
        }
      }
    }
  }
}

TEST(Shares, TheRestBehindAPureScalingIsItsRounding) {
  for (double factor : {0.99, 1.0 + 1e-6, 3.1, -1.0, 1e-3}) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      SCOPED_TRACE(factor);
      SCOPED_TRACE(reproducer(seed, 100));
      const Vector r = normal(100, seed);
      const Vector x = scaled(factor, r);
      const double error = rel_rmse(x, r).value;
      const double rest = rel_rmse_after_gain(x, r).value;
      expect_near(rel_rmse_after_gain(x, r), exact_rel_rmse_after_gain(x, r),
                  1e-14 * 1e-15 * error);
      // Each x_i and each e_i is rounded once.
      EXPECT_LE(rest, 0x1p-53 * (std::abs(factor) + error));
      EXPECT_GT(scaling_share(x, r).value, 1 - 1e-15);
    }
  }
}

TEST(Shares, AreNotAboveOneByRounding) {
  const Vector r = {0.84826003944176653, 0.77941655549464162};
  EXPECT_LE(scaling_share(scaled(1.375, r), r).value, 1.0);
}

TEST(Shares, TellAFactorAConstantOneElementAndAnOrderApart) {
  const Vector r = normal(4096, 6);
  const auto shares = [&](const Vector& x) {
    return std::vector<double>{scaling_share(x, r).value, offset_share(x, r).value,
                               largest_share(x, r).value, order_share(x, r).value};
  };
  const auto expect_largest = [](const std::vector<double>& found, std::ptrdiff_t one) {
    EXPECT_GT(found[static_cast<std::size_t>(one)], 0.999);
    EXPECT_EQ(std::max_element(found.begin(), found.end()) - found.begin(), one);
  };
  expect_largest(shares(scaled(0.99, r)), 0);

  Vector shifted = r;
  for (double& element : shifted) element += 0.125;
  expect_largest(shares(shifted), 1);

  Vector one_wrong = r;
  one_wrong[777] += 4.0;
  EXPECT_EQ(largest_share(one_wrong, r).value, 1.0);
  expect_largest(shares(one_wrong), 2);

  Vector shuffled = r;
  std::shuffle(shuffled.begin(), shuffled.end(), std::mt19937_64(7));
  EXPECT_EQ(order_share(shuffled, r).value, 1.0);
  expect_largest(shares(shuffled), 3);
}

// The least share from which people are told that the elements are in other places.
constexpr double kClaim = 0.9;

TEST(Order, NoiseIsNoPermutation) {
  // Sorting takes away more of it the more elements there are, 0.99 of 10^5: that proves
  // nothing.
  for (std::size_t n : {100u, 1000u, 10'000u, 100'000u}) {
    for (std::uint64_t seed = 0; seed < (n < 10'000 ? 100 : 4); ++seed) {
      SCOPED_TRACE(reproducer(seed, n));
      const Vector r = normal(n, seed);
      const Vector noise = normal(n, seed + 1);
      for (double size : {1e-3, 1e-2, 1e-1, 1.0}) {
        EXPECT_LT(order_share(combination(1, r, size, noise), r).value, 0.8) << size;
      }
      EXPECT_LT(order_share(noise, r).value, kClaim) << "of the same distribution";
      Vector relu = r, other_relu = combination(1, r, 1e-2, noise);
      Vector grid(n), shifted(n), with_zeros = r;
      for (std::size_t i = 0; i < n; ++i) {
        relu[i] = std::max(r[i], 0.0);
        other_relu[i] = std::max(other_relu[i], 0.0);
        grid[i] = static_cast<double>(i);
        // Of all noise on evenly spaced numbers this cancels best.
        shifted[i] = grid[i] + std::copysign(100.5, noise[i]);
        if (noise[i] > 1) with_zeros[i] = 0;
      }
      EXPECT_LT(order_share(other_relu, relu).value, 0.8) << "ReLU";
      EXPECT_LT(order_share(shifted, grid).value, kClaim) << "grid";
      EXPECT_LT(order_share(with_zeros, r).value, 0.5) << "zeros";
    }
  }
}

TEST(Order, IsSeenWhereElementsAreExchanged) {
  for (std::size_t n : {2u, 3u, 100u, 1000u, 10'000u, 100'000u}) {
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
      SCOPED_TRACE(reproducer(seed, n));
      const Vector r = normal(n, seed);
      const Vector noise = normal(n, seed + 1);
      Vector two = r, all = r, tenth = r;
      std::swap(two[0], two[n / 2]);
      std::rotate(all.begin(), all.begin() + 1, all.end());
      std::shuffle(tenth.begin(), tenth.begin() + static_cast<std::ptrdiff_t>(n / 10),
                   std::mt19937_64(seed));
      EXPECT_EQ(order_share(two, r).value, 1.0);
      EXPECT_EQ(order_share(all, r).value, 1.0);
      if (n < 100) continue;
      EXPECT_EQ(order_share(tenth, r).value, 1.0);
      EXPECT_GT(order_share(combination(1, all, 1e-2, noise), r).value, 0.98);
      EXPECT_GT(order_share(combination(1, tenth, 1e-3, noise), r).value, kClaim);
    }
  }
}

TEST(Order, OfAFewExchangedIsLostInAsMuchNoise) {
  const Vector r = normal(10'000, 9);
  Vector two = r;
  std::swap(two[0], two[1]);
  EXPECT_LT(order_share(combination(1, two, 1e-2, normal(r.size(), 10)), r).value, 0.3);
}

TEST(Order, IsNoneInAFactorAConstantOrOneElement) {
  const Vector r = normal(1000, 11);
  Vector shifted = r, one_wrong = r;
  for (double& element : shifted) element += 0.125;
  one_wrong[7] += 4.0;
  EXPECT_EQ(order_share(scaled(0.99, r), r).value, 0.0);
  EXPECT_EQ(order_share(shifted, r).value, 0.0);
  EXPECT_EQ(order_share(one_wrong, r).value, 0.0);
}

TEST(Shares, OfNoErrorHaveNoValue) {
  const Vector r = normal(16, 8);
  for (MetricFunction share :
       {scaling_share, offset_share, largest_share, order_share}) {
    EXPECT_EQ(share(r, r).status, Status::undefined);
    EXPECT_EQ(share(Vector{1.0}, Vector{2.0}).status, Status::not_applicable);
  }
  EXPECT_EQ(rel_rmse_after_gain(r, r).value, 0.0);
  const Vector zeros(16, 0.0);
  EXPECT_EQ(scaling_share(r, zeros).status, Status::undefined);
  EXPECT_EQ(rel_rmse_after_gain(r, zeros).status, Status::undefined);
  EXPECT_EQ(order_share(r, zeros).value, 0.0);
}

TEST(Shares, BeyondBinary64AreUndefined) {
  constexpr double kMax = std::numeric_limits<double>::max();
  for (MetricFunction metric :
       {scaling_share, offset_share, largest_share, order_share, rel_rmse_after_gain}) {
    EXPECT_EQ(metric(Vector{kMax, 1.0}, Vector{-kMax, 1.0}).status, Status::undefined);
  }
}

}  // namespace
}  // namespace halfulp::metrics
