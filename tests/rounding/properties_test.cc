// What rounding must satisfy whatever the format: no oracle needed.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "halfulp/rounding/neighbours.h"
#include "halfulp/rounding/round.h"
#include "support/bits.h"
#include "support/code_table.h"
#include "support/format_facts.h"
#include "support/rounding_points.h"

namespace halfulp::testing {
namespace {

class PropertiesTest : public ::testing::TestWithParam<FormatFacts> {
 protected:
  const Format& format() const { return GetParam().format; }
  void SetUp() override {
    points_ =
        hard_points(format(), format().width > 12 ? 1 << (format().width - 9) : 1);
    Random random(0x5EED0008);
    for (int i = 0; i < 1000; ++i) points_.push_back(random.any_double());
  }
  std::vector<double> points_;
};

TEST_P(PropertiesTest, EveryCodedNumberRoundsToItself) {
  for (std::uint64_t code = 0; code < std::uint64_t{1} << format().width; ++code) {
    const double x = documented_value(code, format());
    if (std::isnan(x)) continue;
    for (Rounding mode : kModes) {
      for (Overflow overflow : {Overflow::ieee, Overflow::none}) {
        ASSERT_TRUE(same_bits(round(x, format(), {mode, overflow}), x))
            << "code " << code;
      }
    }
  }
}

TEST_P(PropertiesTest, Idempotent) {
  for (const RoundingRule& rule : all_rules()) {
    for (double x : points_) {
      const double once = round(x, format(), rule);
      const double twice = round(once, format(), rule);
      ASSERT_TRUE(same_bits(twice, once)) << "x = " << show(x) << " " << show(rule);
    }
  }
}

TEST_P(PropertiesTest, Monotonic) {
  std::vector<double> sorted = points_;
  std::sort(sorted.begin(), sorted.end());
  for (const RoundingRule& rule : all_rules()) {
    double last = -HUGE_VAL;
    for (double x : sorted) {
      const double rounded = round(x, format(), rule);
      if (std::isnan(rounded)) continue;  // out of range without an infinity
      ASSERT_LE(last, rounded) << "x = " << show(x) << " " << show(rule);
      last = rounded;
    }
  }
}

Rounding mirrored(Rounding mode) {
  return mode == Rounding::up     ? Rounding::down
         : mode == Rounding::down ? Rounding::up
                                  : mode;
}

class SymmetryTest : public PropertiesTest {};

TEST_P(SymmetryTest, MinusCommutesWithRounding) {
  for (const RoundingRule& rule : all_rules()) {
    RoundingRule other = rule;
    other.mode = mirrored(rule.mode);
    for (double x : points_) {
      const double plus = round(x, format(), rule);
      const double minus = round(-x, format(), other);
      if (plus == 0 && !GetParam().minus_zero) {
        ASSERT_TRUE(same_bits(minus, 0.0));
      } else if (std::isnan(plus)) {
        ASSERT_TRUE(std::isnan(minus));
      } else {
        ASSERT_TRUE(same_bits(minus, -plus)) << "x = " << show(x) << " " << show(rule);
      }
    }
  }
}

// To nearest the error is at most half an ulp, in the other modes less than one; and what is
// rounded up or down ends on that side.
TEST_P(PropertiesTest, ErrorIsAtMostHalfAnUlp) {
  for (double x : points_) {
    if (x > GetParam().max || x < format().lowest() || x == 0) continue;
    // Without subnormals the gap beside zero is wider than the ulp.
    if (!format().has_subnormals && std::fabs(x) < format().smallest()) continue;
    for (Rounding mode : kModes) {
      const double rounded = round(x, format(), {.mode = mode});
      // Where the subtraction rounds, it cannot carry the error past a bound that is a double.
      const double error = std::fabs(rounded - x);
      const bool nearest = mode == Rounding::nearest_even ||
                           mode == Rounding::nearest_away ||
                           mode == Rounding::nearest_toward_zero;
      ASSERT_LE(error, ulp(x, format()) * (nearest ? 0.5 : 1)) << show(x);
      if (mode == Rounding::up) {
        ASSERT_GE(rounded, x);
      }
      if (mode == Rounding::down) {
        ASSERT_LE(rounded, x);
      }
    }
  }
}

std::vector<FormatFacts> listable_formats() {
  std::vector<FormatFacts> facts;
  for (const FormatFacts& f : format_facts()) {
    if (f.format.width <= 20) facts.push_back(f);
  }
  return facts;
}

std::vector<FormatFacts> symmetric_formats() {
  std::vector<FormatFacts> facts = listable_formats();
  std::erase_if(facts, [](const FormatFacts& f) {
    return !f.format.has_sign || f.format.encoding == Encoding::twos_complement;
  });
  return facts;
}

INSTANTIATE_TEST_SUITE_P(Formats, SymmetryTest,
                         ::testing::ValuesIn(symmetric_formats()), name_of);

INSTANTIATE_TEST_SUITE_P(Formats, PropertiesTest,
                         ::testing::ValuesIn(listable_formats()), name_of);

}  // namespace
}  // namespace halfulp::testing
