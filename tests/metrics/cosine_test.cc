#include "halfulp/metrics/cosine.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "metrics/data.h"
#include "metrics/exact.h"

namespace halfulp::metrics {
namespace {

// The bound derived in cosine.cc, with t >= u / s: s^2 = (1 - cos) (1 + cos).
Real relative_bound(const Real& one_minus_cosine) {
  const Real u = kUnitRoundoff;
  const Real t = one_minus_cosine < 1 ? Real(u / sqrt(one_minus_cosine)) : Real(0);
  return u * (11 + 2 * t * t + 2 * t * sqrt(1 + t * t) + u * (1 + t * t));
}

void expect_angle(const Vector& x, const Vector& r) {
  const std::size_t n = x.size();
  const Real difference = exact_one_minus_cosine(x, r);
  const Metric found = one_minus_cosine(x, r);
  ASSERT_EQ(found.status, Status::ok);
  EXPECT_EQ(found.used, n);
  EXPECT_LE(abs(found.value - difference), relative_bound(difference) * difference)
      << found.value << " for " << difference.str(20);

  const Real exact = exact_cosine(x, r);
  const Real roundings =  // those of 1 - cos and one, or five of products and norms
      exact > 0.5 ? Real(relative_bound(difference) * difference + kUnitRoundoff / 2)
                  : Real(5 * kUnitRoundoff * abs(exact));
  const Real cancellation = 4 * pow((n + 1) * kUnitRoundoff, 3);
  EXPECT_LE(abs(cosine(x, r).value - exact), roundings + cancellation)
      << cosine(x, r).value << " for " << exact.str(20);
}

TEST(Cosine, OfTinyAngles) {
  double smallest = 1.0;
  for (std::size_t n : {2u, 3u, 10u, 256u, 1000u}) {
    for (double noise = 1.0; noise > 1e-15; noise /= 8) {
      const std::uint64_t seed = n + static_cast<std::uint64_t>(-std::ilogb(noise));
      SCOPED_TRACE(reproducer(seed, n));
      const Vector r = normal(n, seed);
      const Vector x = combination(1.0, r, noise, normal(n, seed + 1));
      expect_angle(x, r);
      smallest = std::min(smallest, one_minus_cosine(x, r).value);
    }
  }
  EXPECT_LT(smallest, 1e-29);  // which the data reach
}

TEST(Cosine, OfTinyAnglesBehindLargeRadialErrors) {
  for (double radius : {2.0, 0.992, 1e-3, 12345.678, 1e200, 1e-200}) {
    for (double noise = 1.0; noise > 1e-15; noise /= 16) {
      for (std::uint64_t seed = 0; seed < 5; ++seed) {
        SCOPED_TRACE(radius);
        SCOPED_TRACE(noise);
        SCOPED_TRACE(reproducer(seed, 100));
        const Vector r = normal(100, seed);
        expect_angle(combination(radius, r, radius * noise, normal(100, seed + 1)), r);
      }
    }
  }
}

TEST(Cosine, OfPureScaling) {
  // Only the rounding of each product is left: 1 - cos is about 1e-33.
  for (double radius : {0.992, 1.5, 3.0, 0.9921567416492215}) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      SCOPED_TRACE(reproducer(seed, 256));
      const Vector r = normal(256, seed);
      expect_angle(scaled(radius, r), r);
    }
  }
  const Vector r = normal(256, 7);
  for (double radius : {1.0, 2.0, 0x1p-900}) {
    EXPECT_EQ(one_minus_cosine(scaled(radius, r), r).value, 0.0);
    EXPECT_EQ(cosine(scaled(radius, r), r).value, 1.0);
  }
}

TEST(Cosine, OfOneElementOneUlpAway) {
  // 1 - cos = 2^-167 to 2^-106: the scale is exact, so there is no floor.
  for (int exponent : {-30, -10, -1, 0}) {
    const double small = std::ldexp(1.0, exponent);
    const Vector r = {1.0, small};
    const Vector x = {1.0, std::nextafter(small, 2.0)};
    const Real exact = exact_one_minus_cosine(x, r);
    EXPECT_LE(abs(one_minus_cosine(x, r).value - exact), 12 * kUnitRoundoff * exact)
        << exponent;
  }
}

TEST(Cosine, OfLargeAngles) {
  for (double a : {1.0, 0.9, 0.5, 0.1, 1e-3, 1e-12, 0.0}) {
    for (double sign : {1.0, -1.0}) {
      for (std::uint64_t seed = 0; seed < 10; ++seed) {
        SCOPED_TRACE(a * sign);
        SCOPED_TRACE(reproducer(seed, 50));
        const Vector r = normal(50, seed);
        expect_angle(combination(a * sign, r, 1.0, normal(50, seed + 1)), r);
      }
    }
  }
}

TEST(Cosine, OfOppositeVectors) {
  for (double noise = 1.0; noise > 1e-18; noise /= 16) {
    SCOPED_TRACE(noise);
    const Vector r = normal(30, 3);
    expect_angle(combination(-1.0, r, noise, normal(30, 4)), r);
  }
  const Vector r = normal(30, 3);
  EXPECT_EQ(cosine(scaled(-4.0, r), r).value, -1.0);
  EXPECT_EQ(one_minus_cosine(scaled(-4.0, r), r).value, 2.0);
}

TEST(Cosine, OfOrthogonalVectors) {
  EXPECT_EQ(cosine(Vector{1.0, 0.0}, Vector{0.0, -3.0}).value, 0.0);
  EXPECT_EQ(one_minus_cosine(Vector{1.0, 0.0}, Vector{0.0, -3.0}).value, 1.0);
  // The products cancel to 2^-104 of their size.
  const double e = 0x1p-52;
  expect_angle({1 + e, 1 - e}, {1 - e, -(1 + e) + 4 * e});
  expect_angle({1e10, 1.0, 1e10}, {1e10, 1e-12, -1e10});
}

TEST(Cosine, OfNumbersOfExtremeSize) {
  for (double x_scale : {1e300, 1e-300, 1e-310, 0x1p-1070}) {
    for (double r_scale : {1e300, 1e-300, 1e-310, 1.0}) {
      for (std::uint64_t seed = 0; seed < 5; ++seed) {
        SCOPED_TRACE(x_scale);
        SCOPED_TRACE(r_scale);
        SCOPED_TRACE(reproducer(seed, 40));
        const Vector r = normal(40, seed);
        const Vector x = combination(1.0, r, 1e-3, normal(40, seed + 1));
        expect_angle(scaled(x_scale, x), scaled(r_scale, r));
      }
    }
  }
  // Elements too small to have a square beside one that has.
  expect_angle({1.0, 1e-160, 1e-320}, {1.0, 1e-150, 1e-310});
  expect_angle({1e300, 1e-310, 1.0}, {1e-300, 1.0, 1e-310});
}

TEST(Cosine, OfManyElements) {
  const Vector r = normal(1'000'000, 11);
  expect_angle(combination(2.0, r, 2e-10, normal(r.size(), 12)), r);
  const Vector s = normal(100'000, 13);
  expect_angle(combination(0.992, s, 1e-13, normal(s.size(), 14)), s);
}

TEST(Cosine, NeedsTwoPairs) {
  for (MetricFunction metric : {cosine, one_minus_cosine, one_minus_cosine_binary64}) {
    const Metric m = metric(Vector{2.0}, Vector{3.0});
    EXPECT_EQ(m.status, Status::not_applicable);
    EXPECT_TRUE(std::isnan(m.value));
    const double inf = std::numeric_limits<double>::infinity();
    const Metric skipped = metric(Vector{2.0, inf}, Vector{3.0, inf});
    EXPECT_EQ(skipped.status, Status::not_applicable);
    EXPECT_EQ(skipped.skipped, 1u);
  }
}

TEST(Cosine, OfAZeroVectorIsUndefined) {
  const Vector zeros(2, 0.0);
  const Vector r = {1.0, 2.0};
  for (MetricFunction metric : {cosine, one_minus_cosine, one_minus_cosine_binary64}) {
    for (const Metric& m : {metric(zeros, r), metric(r, zeros), metric(zeros, zeros)}) {
      EXPECT_EQ(m.status, Status::undefined);
      EXPECT_TRUE(std::isnan(m.value));
      EXPECT_EQ(m.used, 2u);
    }
  }
}

// The formula with every operation rounded by MPFR at 53 bits.
double left_to_right(const Vector& x, const Vector& r) {
  using Binary64 = double (*)(const Real&);
  const Binary64 rounded = [](const Real& v) { return static_cast<double>(v); };
  double dot = 0, nx = 0, nr = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    dot = rounded(Real(dot) + rounded(Real(x[i]) * r[i]));
    nx = rounded(Real(nx) + rounded(Real(x[i]) * x[i]));
    nr = rounded(Real(nr) + rounded(Real(r[i]) * r[i]));
  }
  const double root = rounded(sqrt(Real(rounded(Real(nx) * nr))));
  return rounded(1 - Real(rounded(Real(dot) / root)));
}

TEST(CosineBinary64, IsTheFormulaRoundedAtEachStep) {
  for (std::size_t n : {2u, 3u, 64u, 256u}) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      for (double noise : {1.0, 1e-5, 1e-9}) {
        SCOPED_TRACE(reproducer(seed, n));
        const Vector r = normal(n, seed);
        const Vector x = combination(0.992, r, noise, normal(n, seed + 1));
        EXPECT_EQ(one_minus_cosine_binary64(x, r).value, left_to_right(x, r));
      }
    }
  }
}

TEST(CosineBinary64, OutOfRangeIsUndefined) {
  const Vector ones = {1.0, 1.0};
  for (double scale : {1e-200, 1e160, 1e200}) {
    EXPECT_EQ(
        one_minus_cosine_binary64(scaled(scale, ones), scaled(scale, ones)).status,
        Status::undefined)
        << scale;
    EXPECT_EQ(cosine(scaled(scale, ones), scaled(scale, ones)).value, 1.0);
  }
  EXPECT_EQ(one_minus_cosine_binary64(scaled(1e200, ones), ones).status,
            Status::undefined);
}

}  // namespace
}  // namespace halfulp::metrics
