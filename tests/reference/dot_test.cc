#include "halfulp/reference/dot.h"

#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>
#include <vector>

#include "support/reference_cases.h"
#include "support/reference_oracle.h"

namespace halfulp {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kMax = std::numeric_limits<double>::max();
constexpr double kTiny = std::numeric_limits<double>::denorm_min();

enum class Data { any_bits, narrow, cancelling, edges };

struct Vectors {
  std::vector<double> x, y;
};

Vectors draw(Data data, std::size_t n, std::mt19937_64& random) {
  Vectors v;
  // Where formats end: exponents of their smallest numbers and their largest.
  const Format& format = kTestedFormats[random() % kTestedFormats.size()];
  const int ends[] = {format.emin - format.precision, format.emin, format.emax};
  const int edge = ends[random() % 3];
  for (std::size_t i = 0; i < n; ++i) {
    const bool repeat = data == Data::cancelling && i > 0 && random() % 2 == 0;
    if (repeat) {  // the negative of an earlier product
      const std::size_t j = random() % i;
      v.x.push_back(-v.x[j]);
      v.y.push_back(v.y[j]);
    } else if (data == Data::any_bits) {
      v.x.push_back(any_finite(random));
      v.y.push_back(any_finite(random));
    } else if (data == Data::edges) {
      v.x.push_back(with_exponent(random, edge / 2 - 2, edge / 2 + 2));
      v.y.push_back(with_exponent(random, edge - edge / 2 - 2, edge - edge / 2 + 2));
    } else {
      v.x.push_back(with_exponent(random, -6, 6));
      v.y.push_back(with_exponent(random, -12, 3));
    }
  }
  return v;
}

oracle::Dyadic exact_dot(const Vectors& v) {
  oracle::Dyadic sum;
  for (std::size_t i = 0; i < v.x.size(); ++i)
    sum = sum + oracle::dyadic_of(v.x[i]) * oracle::dyadic_of(v.y[i]);
  return sum;
}

TEST(ReferenceDot, IsTheExactSumRoundedOnce) {
  for (Data data : {Data::any_bits, Data::narrow, Data::cancelling, Data::edges}) {
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
      std::mt19937_64 random(seed);
      const Vectors v = draw(data, 1 + seed % 12, random);
      const oracle::Dyadic exact = exact_dot(v);
      for (const Format& format : kTestedFormats) {
        const bool zero = exact.numerator == 0;
        const auto place = zero ? oracle::Place{} : oracle::place_of(exact, format);
        for (Rounding mode : kModes) {
          const double zero_result = mode == Rounding::down ? -0.0 : 0.0;
          double expected = zero ? zero_result : oracle::rounded(place, format, mode);
          if (expected != expected) expected = kNan;
          ASSERT_TRUE(
              same_bits(expected, reference::dot(v.x, v.y, format, {.mode = mode})))
              << "data " << static_cast<int>(data) << ", seed " << seed << ", "
              << format.name.view() << ", " << mode_name(mode);
        }
      }
    }
  }
}

TEST(ReferenceDot, RoundsMidpointsByTheirFarthestBit) {
  // 1 + 2^-53 is halfway between two numbers of binary64; the third term decides.
  for (double last : {0x1p-1074, -0x1p-1074, 0.0}) {
    const std::vector<double> x = {1.0, 0x1p-53, last};
    const std::vector<double> y = {1.0, 1.0, 0x1p-1074};
    const double up = 1 + 0x1p-52;
    EXPECT_EQ(reference::dot(x, y), last > 0 ? up : 1.0);
    EXPECT_EQ(reference::dot(x, y, fp64, {.mode = Rounding::nearest_away}),
              last >= 0 ? up : 1.0);
  }
}

TEST(ReferenceDot, KeepsAllBitsOfTheProducts) {
  // (2^53 - 1)^2 = 2^106 - 2^54 + 1
  EXPECT_EQ(reference::dot(std::vector{0x1p53 - 1, -0x1p53, 0x1p54},
                           std::vector{0x1p53 - 1, 0x1p53, 1.0}),
            1.0);
}

TEST(ReferenceDot, ProductsMayOverflowWhereTheSumDoesNot) {
  EXPECT_EQ(reference::dot(std::vector{kMax, kMax, 3.0}, std::vector{kMax, -kMax, 1.0}),
            3.0);
  EXPECT_EQ(reference::dot(std::vector{kMax, -kMax}, std::vector{2.0, 1.0}), kMax);
  EXPECT_EQ(reference::dot(std::vector{kTiny, 1.0}, std::vector{kTiny, 0.0}, fp64,
                           {.mode = Rounding::up}),
            kTiny);
  EXPECT_EQ(reference::dot(std::vector{kMax}, std::vector{2.0}), kInfinity);
  EXPECT_EQ(reference::dot(std::vector{kMax}, std::vector{2.0}, fp64,
                           {.mode = Rounding::down}),
            kMax);
  EXPECT_EQ(reference::dot(std::vector{-300.0}, std::vector{2.0}, e4m3fn,
                           {.overflow = Overflow::saturate_finite}),
            -448.0);
}

TEST(ReferenceDot, InfinitiesAndNans) {
  struct Case {
    std::vector<double> x, y;
    double expected;
  };
  for (const Case& c : {Case{{kInfinity, 1}, {2, 1}, kInfinity},
                        {{kInfinity, 1}, {-2, kMax}, -kInfinity},
                        {{kInfinity, kInfinity}, {1, 1}, kInfinity},
                        {{kInfinity, kInfinity}, {1, -1}, kNan},
                        {{kInfinity, 1}, {0, 1}, kNan},
                        {{-0.0, 1}, {-kInfinity, 1}, kNan},
                        {{-kNan, 1}, {1, 1}, kNan},
                        {{1, 1}, {kNan, kInfinity}, kNan}}) {
    EXPECT_TRUE(same_bits(c.expected, reference::dot(c.x, c.y)));
    EXPECT_TRUE(same_bits(c.expected, reference::dot(c.x, c.y, fp16)));
  }
  const std::vector<double> one = {1.0}, infinity = {-kInfinity}, nan = {kNan};
  EXPECT_TRUE(same_bits(kNan, reference::dot(one, infinity, e4m3fn)));
  EXPECT_EQ(reference::dot(one, infinity, e4m3fn, {.inf_input = InfInput::max}), -448);
  EXPECT_THROW(reference::dot(one, infinity, e4m3fn, {.inf_input = InfInput::error}),
               std::invalid_argument);
  EXPECT_THROW(reference::dot(one, nan, fp64, {.nan = NanRule::error}),
               std::invalid_argument);
}

TEST(ReferenceDot, ZeroSumsHaveTheSignOfIeee) {
  struct Case {
    std::vector<double> x, y;
    double nearest, down;
  };
  for (const Case& c : {Case{{}, {}, 0.0, 0.0},
                        {{0.0}, {1.0}, 0.0, 0.0},
                        {{-0.0}, {1.0}, -0.0, -0.0},
                        {{-0.0, 0.0}, {5.0, -1.0}, -0.0, -0.0},
                        {{-0.0, 0.0}, {1.0, 1.0}, 0.0, -0.0},
                        {{3.0, 1.0}, {1.0, -3.0}, 0.0, -0.0},
                        {{-0.0, 3.0, 1.0}, {1.0, 1.0, -3.0}, 0.0, -0.0},
                        {{-1.0, -1.0, 1.0}, {0.0, 1.0, -1.0}, -2.0, -2.0}}) {
    for (Rounding mode : kModes) {
      const double expected = mode == Rounding::down ? c.down : c.nearest;
      EXPECT_TRUE(same_bits(expected, reference::dot(c.x, c.y, fp64, {.mode = mode})));
    }
  }
}

TEST(ReferenceSum, IsTheExactSumRoundedOnce) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    std::mt19937_64 random(seed);
    std::vector<double> x;
    oracle::Dyadic exact;
    for (std::size_t i = 0; i < 1 + seed % 40; ++i) {
      x.push_back(seed % 2 == 0 ? any_finite(random) : with_exponent(random, -40, 10));
      exact = exact + oracle::dyadic_of(x.back());
    }
    for (const Format& format : kTestedFormats) {
      for (Rounding mode : kModes) {
        double expected = oracle::rounded(exact, format, mode);
        if (expected != expected) expected = kNan;
        ASSERT_TRUE(same_bits(expected, reference::sum(x, format, {.mode = mode})))
            << "seed " << seed << ", " << format.name.view() << ", " << mode_name(mode);
      }
    }
  }
  EXPECT_TRUE(same_bits(0.0, reference::sum({})));
  EXPECT_TRUE(same_bits(-0.0, reference::sum(std::vector{-0.0, -0.0})));
  EXPECT_EQ(reference::sum(std::vector{1e300, 1.0, -1e300}), 1.0);
}

TEST(ReferenceDot, RefusesWhatItCannotDo) {
  const std::vector<double> two(2), three(3);
  EXPECT_THROW(reference::dot(two, three), std::invalid_argument);
  Format invalid = fp16;
  invalid.precision = 60;
  EXPECT_THROW(reference::dot(two, two, invalid), std::invalid_argument);
  EXPECT_THROW(reference::sum(two, invalid), std::invalid_argument);
}

}  // namespace
}  // namespace halfulp
