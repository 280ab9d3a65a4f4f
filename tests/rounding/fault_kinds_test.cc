// The kinds of fault that rounding is known for, each over all formats that can have it. What
// is right is said here in words that need no oracle.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "halfulp/formats/codec.h"
#include "halfulp/formats/named_formats.h"
#include "halfulp/rounding/round.h"
#include "support/bits.h"
#include "support/code_table.h"
#include "support/format_facts.h"
#include "support/rounding_points.h"

namespace halfulp::testing {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kFarthest = std::numeric_limits<double>::max();

class FaultKindsTest : public ::testing::TestWithParam<FormatFacts> {
 protected:
  const Format& f_ = GetParam().format;
  std::vector<CodedValue> values_ = sorted_values(f_);
  double max_ = values_.back().value;
  double middle_ = middle_of(max_, documented_beyond_max(f_));
  double beyond_ = std::min(documented_beyond_max(f_), kFarthest);

  bool overflows(double rounded) const {
    if (f_.has_infinity()) return rounded == kInfinity;
    return f_.has_nan() ? std::isnan(rounded) : rounded == max_;
  }
};

// Half a gap and the least bit of binary64 more or less: binary32 does not see that bit, so
// that rounding to it first makes a tie of what is none.
TEST_P(FaultKindsTest, NothingIsRoundedTwice) {
  std::size_t differ_by_way_of_binary32 = 0;
  for (std::size_t i = 0; i + 1 < values_.size(); ++i) {
    const double low = values_[i].value, high = values_[i + 1].value;
    const double middle = low / 2 + high / 2;
    const double below = std::nextafter(middle, -kInfinity);
    const double above = std::nextafter(middle, kInfinity);
    for (Rounding mode : {Rounding::nearest_even, Rounding::nearest_away,
                          Rounding::nearest_toward_zero}) {
      const RoundingRule rule{.mode = mode};
      ASSERT_EQ(round(below, f_, rule), low) << show(middle);
      ASSERT_EQ(round(above, f_, rule), high) << show(middle);
      for (double x : {below, above}) {
        const auto narrow = static_cast<double>(static_cast<float>(x));
        differ_by_way_of_binary32 += round(narrow, f_, rule) != round(x, f_, rule);
      }
    }
  }
  // Each midpoint that binary32 has shows it once a mode.
  EXPECT_GT(differ_by_way_of_binary32, values_.size() / 4);
}

// Overflow begins half a gap beyond the largest number; there nearest_even overflows iff the
// code of that number is odd.
TEST_P(FaultKindsTest, OverflowBeginsHalfAGapBeyondTheLargestNumber) {
  const double middle = middle_;
  const double below = std::nextafter(middle, 0);
  const double above = std::nextafter(middle, kInfinity);
  const bool odd = values_.back().code % 2 != 0;
  EXPECT_EQ(round(below, f_), max_);
  EXPECT_TRUE(odd ? overflows(round(middle, f_)) : round(middle, f_) == max_);
  EXPECT_TRUE(overflows(round(above, f_)));
  EXPECT_TRUE(overflows(round(kFarthest, f_)));
  const RoundingRule away{.mode = Rounding::nearest_away};
  EXPECT_EQ(round(below, f_, away), max_);
  EXPECT_TRUE(overflows(round(middle, f_, away)));
  const RoundingRule inward{.mode = Rounding::nearest_toward_zero};
  EXPECT_EQ(round(middle, f_, inward), max_);
  EXPECT_TRUE(overflows(round(above, f_, inward)));
  for (double x : {std::nextafter(max_, kInfinity), middle, beyond_, kFarthest}) {
    EXPECT_EQ(round(x, f_, {.mode = Rounding::toward_zero}), max_);
    EXPECT_EQ(round(x, f_, {.mode = Rounding::down}), max_);
    EXPECT_EQ(round(x, f_, {.mode = Rounding::odd}), max_);
    EXPECT_TRUE(overflows(round(x, f_, {.mode = Rounding::up})));
    EXPECT_TRUE(overflows(round(x, f_, {.mode = Rounding::away})));
  }
}

TEST_P(FaultKindsTest, SaturationStopsAtTheLargestNumber) {
  const double middle = middle_;
  const double least = f_.has_sign ? values_.front().value : f_.lowest();
  for (Rounding mode : kModes) {
    const RoundingRule finite{.mode = mode, .overflow = Overflow::saturate_finite};
    const RoundingRule propagate{.mode = mode,
                                 .overflow = Overflow::saturate_propagate};
    for (const RoundingRule& rule : {finite, propagate}) {
      for (double x : {std::nextafter(max_, kInfinity), middle, beyond_,
                       std::min(1e9 * max_, kFarthest)}) {
        EXPECT_EQ(round(x, f_, rule), max_);
      }
      EXPECT_EQ(round(-std::min(2 * beyond_, kFarthest), f_, rule), least);
    }
    EXPECT_EQ(round(kInfinity, f_, finite), max_);
    EXPECT_EQ(round(kInfinity, f_, propagate), f_.has_infinity() ? kInfinity : max_);
  }
}

// Every NaN of binary32, by its leading and its last payload bits, in both signs.
TEST_P(FaultKindsTest, EveryNanStaysANan) {
  if (!f_.has_nan()) return;
  const bool in_binary32 = holds_all_of(fp32, f_);
  for (std::uint32_t high = 0; high < 1u << 12; ++high) {
    for (std::uint32_t low : {0u, 1u, 0x3FFu, 0x7FFu}) {
      const std::uint32_t fraction = high << 11 | low;
      if (fraction == 0) continue;
      for (std::uint32_t sign : {0u, 0x80000000u}) {
        const float nan = std::bit_cast<float>(sign | 0x7F800000u | fraction);
        const double rounded =
            in_binary32 ? widen(round(nan, f_)) : round(widen(nan), f_);
        ASSERT_TRUE(std::isnan(rounded)) << fraction;
        ASSERT_EQ(std::signbit(rounded), sign != 0 && f_.has_signed_nan());
        const std::uint64_t code = encode(rounded, f_);
        ASSERT_TRUE(std::isnan(documented_value(code, f_)));
      }
    }
  }
}

// A negative zero, and what rounds to zero from below.
TEST_P(FaultKindsTest, MinusZero) {
  if (!f_.has_zero || !f_.has_sign) return;
  const double minus_zero = GetParam().minus_zero ? -0.0 : 0.0;
  const double least = f_.smallest();
  for (Rounding mode : kModes) {
    for (Overflow overflow : kOverflows) {
      const RoundingRule rule{.mode = mode, .overflow = overflow};
      EXPECT_SAME_BITS(round(-0.0, f_, rule), minus_zero);
      EXPECT_SAME_BITS(round(0.0, f_, rule), 0.0);
    }
  }
  for (double x : {-least / 4, -0x1p-1074}) {
    EXPECT_SAME_BITS(round(x, f_), minus_zero);
    EXPECT_SAME_BITS(round(x, f_, {.mode = Rounding::up}), minus_zero);
    EXPECT_SAME_BITS(round(x, f_, {.mode = Rounding::toward_zero}), minus_zero);
    EXPECT_SAME_BITS(round(x, f_, {.mode = Rounding::down}), -least);
  }
  const bool stays_a_number = !std::isnan(decode(encode(minus_zero, f_), f_));
  EXPECT_TRUE(stays_a_number);
}

// No code of an unsigned format stands for a negative number: it is out of range.
TEST_P(FaultKindsTest, NegativeNumbersOfUnsignedFormats) {
  if (f_.has_sign) return;
  for (const CodedValue& v : values_) {
    if (v.value == 0) continue;
    EXPECT_TRUE(std::isnan(round(-v.value, f_))) << v.value;
    EXPECT_SAME_BITS(round(-v.value, f_, {.overflow = Overflow::saturate_finite}),
                     f_.lowest());
  }
  EXPECT_TRUE(std::isnan(round(-kInfinity, f_)));
}

// Where there is no zero, zeros are out of range and what is next to them is not.
TEST_P(FaultKindsTest, FormatsWithoutZero) {
  if (f_.has_zero) return;
  const double least = values_.front().value;
  for (Rounding mode : kModes) {
    const RoundingRule saturate{.mode = mode, .overflow = Overflow::saturate_finite};
    EXPECT_SAME_BITS(round(0.0, f_, saturate), least);
    EXPECT_SAME_BITS(round(-0.0, f_, saturate), least);
    for (double x : {0x1p-1074, least / 2, std::nextafter(least, 0)}) {
      EXPECT_SAME_BITS(round(x, f_, {.mode = mode}), least);
    }
  }
  EXPECT_TRUE(std::isnan(round(0.0, f_)));
  EXPECT_TRUE(std::isnan(round(-0.0, f_)));
}

// Half the least number is a tie with zero, whose code is even.
TEST_P(FaultKindsTest, HalfTheLeastNumber) {
  if (!f_.has_zero) return;
  const double least = f_.smallest();
  EXPECT_EQ(round(least / 2, f_), 0);
  EXPECT_EQ(round(std::nextafter(least / 2, 0), f_), 0);
  EXPECT_EQ(round(std::nextafter(least / 2, 1), f_), least);
  EXPECT_EQ(round(least / 2, f_, {.mode = Rounding::nearest_away}), least);
}

std::vector<FormatFacts> narrow_formats() {
  std::vector<FormatFacts> facts;
  for (const FormatFacts& f : format_facts()) {
    if (f.format.width <= 20) facts.push_back(f);
  }
  return facts;
}

INSTANTIATE_TEST_SUITE_P(Formats, FaultKindsTest, ::testing::ValuesIn(narrow_formats()),
                         name_of);

}  // namespace
}  // namespace halfulp::testing
