// ulp_distance against places in the sorted list of each format's values.

#include "halfulp/rounding/ulp_distance.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "halfulp/formats/named_formats.h"
#include "halfulp/rounding/round.h"
#include "support/bits.h"
#include "support/code_table.h"
#include "support/format_facts.h"
#include "support/rounding_points.h"

namespace halfulp::testing {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

class UlpDistanceTest : public ::testing::TestWithParam<FormatFacts> {
 protected:
  const Format& format() const { return GetParam().format; }

  // All members in increasing order, infinities included, and one zero.
  std::vector<double> members() const {
    std::vector<double> members;
    if (GetParam().infinities.size() > 1) members.push_back(-kInfinity);
    for (const CodedValue& v : sorted_values(format())) members.push_back(v.value);
    if (!GetParam().infinities.empty()) members.push_back(kInfinity);
    return members;
  }
};

TEST_P(UlpDistanceTest, CountsTheStepsInTheSortedTable) {
  const std::vector<double> all = members();
  const bool many = all.size() > 600;
  for (std::size_t i = 0; i < all.size(); i += many ? all.size() / 97 : 1) {
    for (std::size_t j = 0; j < all.size(); j += many ? 61 : 1) {
      const double expected =
          std::fabs(static_cast<double>(i) - static_cast<double>(j));
      ASSERT_EQ(ulp_distance(all[i], all[j], format()), expected)
          << show(all[i]) << " " << show(all[j]);
      ASSERT_EQ(ulp_distance(all[j], all[i], format()), expected);
    }
  }
}

TEST_P(UlpDistanceTest, ZerosAreOnePoint) {
  if (!format().has_zero) return;
  const double smallest = sorted_values(format()).back().value;
  EXPECT_SAME_BITS(ulp_distance(-0.0, 0.0, format()), 0.0);
  EXPECT_EQ(ulp_distance(-0.0, smallest, format()),
            ulp_distance(0.0, smallest, format()));
}

TEST_P(UlpDistanceTest, TakesMembersOnly) {
  const auto values = sorted_values(format());
  const double last = values.back().value;
  EXPECT_SAME_BITS(ulp_distance(kNaN, last, format()), kNaN);
  EXPECT_SAME_BITS(ulp_distance(last, -kNaN, format()), kNaN);
  for (const double x :
       {std::nextafter(last, 0),
        std::min(last + last, std::numeric_limits<double>::max()), -1e-300}) {
    EXPECT_THROW(ulp_distance(x, last, format()), std::invalid_argument) << show(x);
    EXPECT_THROW(ulp_distance(last, x, format()), std::invalid_argument) << show(x);
  }
  if (GetParam().infinities.empty()) {
    EXPECT_THROW(ulp_distance(kInfinity, last, format()), std::invalid_argument);
  }
}

std::vector<FormatFacts> listed_formats() {
  std::vector<FormatFacts> chosen;
  for (const FormatFacts& facts : format_facts()) {
    if (facts.format.width <= 20) chosen.push_back(facts);
  }
  return chosen;
}

INSTANTIATE_TEST_SUITE_P(Formats, UlpDistanceTest,
                         ::testing::ValuesIn(listed_formats()), name_of);

TEST(UlpDistance, OfBinary64) {
  constexpr double kMax = std::numeric_limits<double>::max();
  EXPECT_EQ(ulp_distance(1, std::nextafter(1, 2), fp64), 1);
  EXPECT_EQ(ulp_distance(-0x1p-1074, 0x1p-1074, fp64), 2);
  EXPECT_EQ(ulp_distance(1, 2, fp64), 0x1p52);
  EXPECT_EQ(ulp_distance(kMax, kInfinity, fp64), 1);
  // 2 * 0x7FF0000000000000 is one; one more or less rounds to it.
  EXPECT_EQ(ulp_distance(-kInfinity, kInfinity, fp64), 0x1.FFCp63);
  EXPECT_EQ(ulp_distance(-kMax, kMax, fp64), 0x1.FFCp63);
  // 0x3FF0000000000000 + 1 is halfway between two multiples of 2^10... of 512 and rounds.
  EXPECT_EQ(ulp_distance(0, 1, fp64), 0x1.FF8p61);
  EXPECT_EQ(ulp_distance(-0x1p-1074, 1, fp64), 0x1.FF8p61);
}

TEST(UlpDistance, OfBinary32) {
  Random random(12);
  for (int i = 0; i < 10000; ++i) {
    // Steps as nextafterf takes them.
    float x = static_cast<float>(random.near_one(10));
    const double from = static_cast<double>(x);
    const int steps = random.between(0, 20);
    for (int step = 0; step < steps; ++step) x = std::nextafterf(x, 0);
    ASSERT_EQ(ulp_distance(from, static_cast<double>(x), fp32), steps) << show(from);
  }
}

TEST(UlpDistance, OfArrays) {
  const std::vector<double> x = {1.0, -0.0, kInfinity}, y = {1.0078125, 0.0, kNaN};
  std::vector<double> out(3);
  ulp_distance(x, y, out, bf16);
  EXPECT_EQ(out[0], 1);
  EXPECT_EQ(out[1], 0);
  EXPECT_TRUE(std::isnan(out[2]));
  out = x;
  ulp_distance(out, y, out, bf16);
  EXPECT_EQ(out[0], 1);

  std::vector<double> two(2);
  EXPECT_THROW(ulp_distance(x, y, two, bf16), std::invalid_argument);
  try {
    ulp_distance(x, two, out, bf16);
    FAIL() << "sizes that differ were taken";
  } catch (const std::invalid_argument& error) {
    EXPECT_EQ(std::string(error.what()),
              "x, y and the output must be of one size, got 3, 2 and 3");
  }
  const auto span = std::span(out);
  EXPECT_THROW(ulp_distance(std::span(y).first(2), span.first(2), span.last(2), bf16),
               std::invalid_argument);
  EXPECT_THROW(ulp_distance(span.first(2), std::span(y).first(2), span.last(2), bf16),
               std::invalid_argument);
}

TEST(UlpDistance, OfArraysWithAnyNumberOfThreads) {
  Random random(13);
  std::vector<double> x(3001), y(x.size());
  for (auto* numbers : {&x, &y}) {
    for (double& number : *numbers) number = round(random.near_one(10), bf16);
  }
  for (int threads : {1, 2, 5}) {
    std::vector<double> out(x.size());
    ulp_distance(x, y, out, bf16, threads);
    for (std::size_t i = 0; i < x.size(); ++i) {
      ASSERT_EQ(out[i], ulp_distance(x[i], y[i], bf16)) << i;
    }
  }
}

// The first of either array, though a later one is in an earlier thread's reach; a pair with
// a NaN is none.
TEST(UlpDistance, WritesNothingWhereAnElementIsNoMember) {
  for (bool of_x : {true, false}) {
    for (int threads : {1, 2, 5}) {
      std::vector<double> x(2000, 1.0), y(2000, 1.0), out(2000, -1.0);
      x[3] = kNaN;
      y[3] = 0.1;
      ulp_distance(x, y, out, bf16, threads);
      EXPECT_TRUE(std::isnan(out[3]));
      (of_x ? x : y)[1990] = 0.3;
      (of_x ? y : x)[1800] = -0.1;
      out.assign(2000, -1.0);
      try {
        ulp_distance(x, y, out, bf16, threads);
        FAIL();
      } catch (const std::invalid_argument& error) {
        EXPECT_EQ(std::string(error.what()),
                  "element 1800: -0.1 is not a number of bf16; round it first");
      }
      EXPECT_EQ(out, std::vector<double>(2000, -1.0));
    }
  }
}

TEST(UlpDistance, NegativeZeroIsAMemberOfFormatsWithoutItsCode) {
  for (const Format& format : {e4m3fnuz, mxint8}) {
    std::vector<double> out(1, -1.0);
    ulp_distance(std::vector{-0.0}, std::vector{0.0}, out, format);
    EXPECT_EQ(out[0], 0.0);
  }
}

}  // namespace
}  // namespace halfulp::testing
