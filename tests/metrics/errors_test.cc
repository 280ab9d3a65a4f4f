#include "halfulp/metrics/errors.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "metrics/data.h"
#include "metrics/exact.h"

namespace halfulp::metrics {
namespace {

constexpr double kMax = std::numeric_limits<double>::max();

// Half an ulp for the one rounding of a value known to far more bits, 2^-1075 for another by
// the scaling where the result is subnormal, and (errors.h) 4 ((n + 1) u)^3 of the
// magnitude of the terms where they cancel.
void expect_value(const Metric& metric, const Real& exact, std::size_t n,
                  const Real& magnitude = 0) {
  ASSERT_EQ(metric.status, Status::ok);
  EXPECT_EQ(metric.used, n);
  EXPECT_EQ(metric.skipped, 0u);
  const int exponent = exact == 0 ? -1074 : static_cast<int>(ilogb(exact));
  const Real bound = ldexp(Real(0.501), exponent - 52) +
                     (exponent < -1022 ? ldexp(Real(1), -1075) : Real(0)) +
                     4 * pow((n + 1) * kUnitRoundoff, 3) * magnitude;
  EXPECT_LE(abs(metric.value - exact), bound)
      << metric.value << " for " << exact.str(20) << ", n = " << n;
}

void expect_all(const Vector& x, const Vector& r) {
  const std::size_t n = x.size();
  double largest = 0;
  for (std::size_t i = 0; i < n; ++i) {
    largest = std::max(largest, std::abs(difference(x[i], r[i])));
  }
  EXPECT_EQ(max_abs(x, r).value, largest);
  expect_value(mean_abs(x, r), exact_mean_abs(x, r), n);
  expect_value(rmse(x, r), exact_rmse(x, r), n);
  expect_value(rel_rmse(x, r), exact_rel_rmse(x, r), n);
  expect_value(gain(x, r), exact_gain(x, r), n, exact_rel_rmse(x, r));
  expect_value(offset(x, r), exact_offset(x, r), n, exact_mean_abs(x, r));
}

TEST(Errors, AreRoundedFromTheExactValue) {
  for (std::size_t n : {1u, 2u, 3u, 7u, 64u, 1000u}) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      SCOPED_TRACE(reproducer(seed, n));
      const Vector r = normal(n, seed);
      const Vector noise = normal(n, seed + 1);
      expect_all(noise, r);
      expect_all(combination(1.0, r, 1e-9, noise), r);
      expect_all(combination(0.99, r, 1e-3, noise), r);
    }
  }
}

TEST(Errors, AreAsAccurateForManyElements) {
  const std::size_t n = 200'000;
  const Vector r = normal(n, 5);
  expect_all(combination(1.001, r, 1e-6, normal(n, 6)), r);
}

TEST(Errors, NeitherOverflowNorUnderflowOnTheWay) {
  for (double scale : {1e300, 0x1p1020, 1e-300, 1e-307, 1e-310, 0x1p-1070}) {
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      SCOPED_TRACE(scale);
      SCOPED_TRACE(reproducer(seed, 33));
      const Vector r = normal(33, seed);
      const Vector x = combination(0.75, r, 0.5, normal(33, seed + 1));
      expect_all(scaled(scale, x), scaled(scale, r));
    }
  }
}

TEST(Errors, OfElementsOfAllSizes) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 generator(seed);
    std::uniform_int_distribution<int> exponent(-1074, 1000);
    Vector x = normal(50, seed), r = normal(50, seed + 1);
    for (double& element : x) element = std::ldexp(element, exponent(generator));
    for (double& element : r) element = std::ldexp(element, exponent(generator));
    const std::size_t n = x.size();
    expect_value(mean_abs(x, r), exact_mean_abs(x, r), n);
    expect_value(rmse(x, r), exact_rmse(x, r), n);
    expect_value(rel_rmse(x, r), exact_rel_rmse(x, r), n);
  }
}

TEST(Errors, ReachTheEndsOfTheRange) {
  const Vector zeros(3, 0.0);
  EXPECT_EQ(mean_abs(Vector(3, kMax), zeros).value, kMax);
  EXPECT_EQ(rmse(Vector(3, -kMax), zeros).value, kMax);
  EXPECT_EQ(offset(Vector(3, -kMax), zeros).value, -kMax);
  EXPECT_EQ(mean_abs(Vector(3, 0x1p-1074), zeros).value, 0x1p-1074);
  EXPECT_EQ(rmse(Vector(3, 0x1p-1074), zeros).value, 0x1p-1074);
  EXPECT_EQ(rel_rmse(Vector(3, 0x1p-1074), Vector(3, 0x1p-1074)).value, 0.0);
  EXPECT_EQ(rel_rmse(zeros, Vector(3, kMax)).value, 1.0);
  EXPECT_EQ(gain(Vector(3, -0x1p-1074), Vector(3, 0x1p-1074)).value, -2.0);
}

TEST(Errors, CancelWithoutLoss) {
  // Sums of e and of e r that a plain or a once compensated sum would lose.
  const Vector r = {1e30, 1.0, 1e30, -1.0, 1e30, 1.0};
  const Vector x = {2e30, 0.5, 3e30, -1.25, -2e30, 1.5};
  expect_all(x, r);
  const Vector zeros(5, 0.0);
  EXPECT_EQ(offset(Vector{1e150, 1e100, 1.0, -1e150, -1e100}, zeros).value, 0.2);
}

TEST(Errors, BeyondBinary64AreUndefined) {
  const Vector x = {kMax, 1.0};
  const Vector r = {-kMax, 1.0};
  for (MetricFunction metric : {max_abs, mean_abs, rmse, rel_rmse, gain, offset}) {
    const Metric m = metric(x, r);
    EXPECT_EQ(m.status, Status::undefined);
    EXPECT_TRUE(std::isnan(m.value));
  }
  for (MetricFunction metric : {rel_rmse, gain}) {
    const Metric m = metric(Vector{1e200, 1e200}, Vector{1e-200, 1e-200});
    EXPECT_EQ(m.status, Status::undefined);
    EXPECT_TRUE(std::isnan(m.value));
    EXPECT_EQ(m.used, 2u);
  }
}

TEST(Errors, RelativeToAZeroReference) {
  const Vector zeros = {0.0, -0.0, 0.0};
  for (MetricFunction metric : {rel_rmse, gain}) {
    const Metric m = metric(Vector{1.0, 2.0, 3.0}, zeros);
    EXPECT_EQ(m.status, Status::undefined);
    EXPECT_TRUE(std::isnan(m.value));
  }
  const Metric both = rel_rmse(Vector(3, -0.0), zeros);
  EXPECT_EQ(both.status, Status::degenerate);
  EXPECT_EQ(both.value, 0.0);
  EXPECT_EQ(gain(zeros, zeros).status, Status::undefined);
}

TEST(Errors, OfAWrongVarianceDivisor) {
  // sqrt(63/64) of the reference: 1 - sqrt(63/64) for any data, but for the rounding of each
  // x_i and of the factor (u |x_i| each).
  const Real exact_factor = sqrt(Real(63) / 64);
  const double factor = static_cast<double>(exact_factor);
  const Vector r = normal(256, 1);
  const Vector x = scaled(factor, r);
  const Real predicted = 1 - exact_factor;
  const Real bound = 2 * kUnitRoundoff;
  EXPECT_LE(abs(rel_rmse(x, r).value - predicted), bound);
  EXPECT_LE(abs(gain(x, r).value + predicted), bound);
  EXPECT_NEAR(rel_rmse(x, r).value, 7.843e-3, 5e-7);  // as printed, to 4 digits
}

}  // namespace
}  // namespace halfulp::metrics
