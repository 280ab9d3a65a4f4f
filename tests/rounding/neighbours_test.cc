// ulp, next_up and next_down against the sorted list of each format's values.

#include "halfulp/rounding/neighbours.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "halfulp/formats/named_formats.h"
#include "support/bits.h"
#include "support/code_table.h"
#include "support/format_facts.h"
#include "support/rounding_points.h"

namespace halfulp::testing {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kFarthest = std::numeric_limits<double>::max();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

class NeighboursTest : public ::testing::TestWithParam<FormatFacts> {
 protected:
  const Format& format() const { return GetParam().format; }
  bool has_infinity(bool negative) const {
    return GetParam().infinities.size() > (negative ? 1 : 0);
  }
  double zero(bool negative) const {
    return negative && GetParam().minus_zero ? -0.0 : 0.0;
  }
  std::vector<CodedValue> values_ = sorted_values(GetParam().format);
};

TEST_P(NeighboursTest, OfEveryValue) {
  for (std::size_t i = 0; i < values_.size(); ++i) {
    const double x = values_[i].value;
    double above = i + 1 < values_.size() ? values_[i + 1].value
                   : has_infinity(false)  ? kInfinity
                                          : kNaN;
    double below = i > 0                ? values_[i - 1].value
                   : has_infinity(true) ? -kInfinity
                                        : kNaN;
    if (above == 0) above = zero(true);
    ASSERT_TRUE(same_bits(next_up(x, format()), above)) << show(x);
    ASSERT_TRUE(same_bits(next_down(x, format()), below)) << show(x);
    if (x == 0) {
      ASSERT_TRUE(same_bits(next_up(-x, format()), above));
      ASSERT_TRUE(same_bits(next_down(-x, format()), below));
    }
  }
}

TEST_P(NeighboursTest, OfNumbersBetween) {
  for (std::size_t i = 0; i + 1 < values_.size(); ++i) {
    const double low = values_[i].value, high = values_[i + 1].value;
    for (double x : {std::nextafter(low, kInfinity), middle_of(low, high),
                     std::nextafter(high, -kInfinity)}) {
      ASSERT_TRUE(same_bits(next_up(x, format()), high == 0 ? zero(true) : high));
      ASSERT_TRUE(same_bits(next_down(x, format()), low));
    }
  }
}

TEST_P(NeighboursTest, BeyondTheEnds) {
  const double max = values_.back().value, lowest = values_.front().value;
  for (double x : {std::nextafter(max, kInfinity), kFarthest, kInfinity}) {
    if (x != kInfinity) {
      EXPECT_SAME_BITS(next_up(x, format()), has_infinity(false) ? kInfinity : kNaN);
    }
    EXPECT_SAME_BITS(next_down(x, format()), max);
  }
  for (double x : {std::nextafter(lowest, -kInfinity), -kFarthest, -kInfinity}) {
    if (x != -kInfinity) {
      EXPECT_SAME_BITS(next_down(x, format()), has_infinity(true) ? -kInfinity : kNaN);
    }
    EXPECT_SAME_BITS(next_up(x, format()), lowest);
  }
  // IEEE 754-2019, 5.3.1.
  EXPECT_SAME_BITS(next_up(kInfinity, format()),
                   has_infinity(false) ? kInfinity : kNaN);
  EXPECT_SAME_BITS(next_down(-kInfinity, format()),
                   has_infinity(true) ? -kInfinity : kNaN);
}

// From each value to the next above it, which is in the same binade or begins the next.
TEST_P(NeighboursTest, UlpIsTheGapAboveEveryPositiveValue) {
  for (std::size_t i = 0; i + 1 < values_.size(); ++i) {
    const double x = values_[i].value;
    if (x <= 0) continue;
    // Without subnormals the numbers begin where zero's gap ends.
    const double gap = values_[i + 1].value - x;
    for (double y : {x, -x, x + gap / 2}) {
      ASSERT_TRUE(same_bits(ulp(y, format()), gap)) << show(y);
    }
  }
}

TEST_P(NeighboursTest, UlpBelowAndBeyondAllValues) {
  const bool subnormals = GetParam().smallest_subnormal != 0;
  const double least_gap =
      subnormals ? GetParam().smallest_subnormal
                 : std::ldexp(1.0, format().emin - format().precision + 1);
  for (double x : {0.0, -0.0, 0x1p-1074, least_gap / 4}) {
    EXPECT_SAME_BITS(ulp(x, format()), least_gap);
  }
  const double max = values_.back().value;
  const double top_gap = 2 * (middle_of(max, documented_beyond_max(format())) - max);
  for (double x : {max, std::min(2 * max, kFarthest), kFarthest, -kFarthest}) {
    EXPECT_SAME_BITS(ulp(x, format()), top_gap);
  }
  EXPECT_TRUE(std::isnan(ulp(kInfinity, format())));
  EXPECT_TRUE(std::isnan(ulp(kNaN, format())));
}

std::vector<FormatFacts> listable_formats() {
  std::vector<FormatFacts> facts;
  for (const FormatFacts& f : format_facts()) {
    if (f.format.width <= 20) facts.push_back(f);
  }
  return facts;
}

INSTANTIATE_TEST_SUITE_P(Formats, NeighboursTest,
                         ::testing::ValuesIn(listable_formats()), name_of);

TEST(Neighbours, OfBinary64AreNextafter) {
  Random random(0x5EED0009);
  for (int i = 0; i < 100000; ++i) {
    const double x = random.any_double();
    ASSERT_TRUE(same_bits(next_up(x, fp64), std::nextafter(x, kInfinity))) << show(x);
    ASSERT_TRUE(same_bits(next_down(x, fp64), std::nextafter(x, -kInfinity)))
        << show(x);
  }
  EXPECT_SAME_BITS(next_up(0x1.fffffffffffffp+1023, fp64), kInfinity);
  EXPECT_SAME_BITS(next_up(-0x1p-1074, fp64), -0.0);
  EXPECT_SAME_BITS(next_down(0x1p-1074, fp64), 0.0);
}

TEST(Neighbours, OfBinary32AreNextafterf) {
  const float inf = std::numeric_limits<float>::infinity();
  Random random(0x5EED000A);
  for (int i = 0; i < 100000; ++i) {
    const float x = std::bit_cast<float>(static_cast<std::uint32_t>(random.bits()));
    if (!std::isfinite(x)) continue;
    const double wide = static_cast<double>(x);
    const double above = static_cast<double>(std::nextafterf(x, inf));
    const double below = static_cast<double>(std::nextafterf(x, -inf));
    ASSERT_TRUE(same_bits(next_up(wide, fp32), above)) << show(x);
    ASSERT_TRUE(same_bits(next_down(wide, fp32), below)) << show(x);
  }
}

TEST(Neighbours, NanAndInvalidFormats) {
  EXPECT_TRUE(std::isnan(next_up(kNaN, fp16)));
  EXPECT_TRUE(std::isnan(next_down(kNaN, fp16)));
  const Format broken{"broken", 16, 0, 15, -14};
  EXPECT_THROW(ulp(1.0, broken), std::invalid_argument);
  EXPECT_THROW(next_up(1.0, broken), std::invalid_argument);
  EXPECT_THROW(next_down(1.0, broken), std::invalid_argument);
}

}  // namespace
}  // namespace halfulp::testing
