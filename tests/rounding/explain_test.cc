// explain() against the oracle's place of each hard point, under every rule.

#include "halfulp/rounding/explain.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

#include "halfulp/formats/named_formats.h"
#include "halfulp/formats/registry.h"
#include "support/bits.h"
#include "support/code_table.h"
#include "support/format_facts.h"
#include "support/rounding_oracle.h"
#include "support/rounding_points.h"

namespace halfulp::testing {
namespace {

using Place = RoundingOracle::Place;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

bool is_far_outside(const Place& p) { return p.lower_outside && p.upper_outside; }
// Whether the greater of the numbers around x is taken. Of the stochastic modes the test has
// stochastic_equal, and stochastic_a with one random bit: 1 takes the larger magnitude from
// halfway on.
bool takes_upper(const Place& p, Rounding mode, std::uint32_t random) {
  const bool bit = random >> 31 != 0;
  const int towards_larger = p.negative ? -p.nearer : p.nearer;
  switch (mode) {
    case Rounding::nearest_even:
      return p.nearer > 0 || (p.nearer == 0 && !p.lower_is_even);
    case Rounding::nearest_away:
      return p.nearer > 0 || (p.nearer == 0 && !p.negative);
    case Rounding::nearest_toward_zero:
      return p.nearer > 0 || (p.nearer == 0 && p.negative);
    case Rounding::toward_zero:
      return p.negative;
    case Rounding::up:
      return true;
    case Rounding::down:
      return false;
    case Rounding::away:
      return !p.negative;
    case Rounding::odd:
      return p.lower_is_even;
    case Rounding::stochastic_equal:
      return bit != p.negative;
    default:
      break;
  }
  return (bit && towards_larger >= 0) != p.negative;
}

Reason reason_between(const Place& p, Rounding mode) {
  switch (mode) {
    case Rounding::nearest_even:
      return p.nearer == 0 ? Reason::tie_to_even : Reason::nearer;
    case Rounding::nearest_away:
      return p.nearer == 0 ? Reason::tie_away : Reason::nearer;
    case Rounding::nearest_toward_zero:
      return p.nearer == 0 ? Reason::tie_toward_zero : Reason::nearer;
    case Rounding::odd:
      return Reason::to_odd;
    default:
      return is_stochastic(mode) ? Reason::stochastic : Reason::directed;
  }
}

// Whether a rule that does not saturate ends at the last number for its mode's sake, in a
// format that has neither infinity nor NaN to go to.
bool stops(const RoundingRule& rule, bool is_below) {
  switch (rule.mode) {
    case Rounding::toward_zero:
      return true;
    case Rounding::up:
      return is_below;
    case Rounding::down:
      return !is_below;
    case Rounding::odd:
      return rule.overflow == Overflow::ieee;
    default:
      return false;
  }
}

// Told by the oracle's result: if the format has where to go, only the rule keeps it back.
Reason expected_out_of_range(double x, const Place& p, const RoundingRule& rule,
                             double result, const FormatFacts& facts) {
  if (rule.overflow == Overflow::saturate_finite ||
      rule.overflow == Overflow::saturate_propagate) {
    return Reason::saturated;
  }
  if (std::isinf(result)) return Reason::to_infinity;
  if (std::isnan(result)) return Reason::to_nan;
  const bool is_below = p.negative || x == 0;
  const bool has_where_to_go =
      facts.nan_codes > 0 || facts.infinities.size() > (is_below ? 1 : 0);
  return has_where_to_go || stops(rule, is_below) ? Reason::turned_back
                                                  : Reason::to_last;
}

Reason expected_reason(double x, const Place& p, const RoundingRule& rule,
                       std::uint32_t random, double result, const FormatFacts& facts) {
  if (x == 0 && facts.format.has_zero) return Reason::exact;
  if (x == 0) return expected_out_of_range(x, p, rule, result, facts);
  if (p.is_tiny && (rule.subnormals == Subnormals::flush_input ||
                    rule.subnormals == Subnormals::flush_both)) {
    return Reason::flushed_input;
  }
  const bool upper = takes_upper(p, rule.mode, random);
  const double chosen = upper ? p.upper : p.lower;
  const bool may_flush = rule.subnormals == Subnormals::flush_output ||
                         rule.subnormals == Subnormals::flush_both;
  if (may_flush && chosen != 0 && facts.smallest_subnormal != 0 &&
      std::fabs(chosen) < facts.smallest_normal) {
    return Reason::flushed_output;
  }
  if (upper ? p.upper_outside : p.lower_outside)
    return expected_out_of_range(x, p, rule, result, facts);
  if (p.lower != p.upper) return reason_between(p, rule.mode);
  return chosen == x ? Reason::exact : Reason::no_zero;
}

// Its hard points, but of formats with many numbers some.
std::vector<double> some_points(const Format& f) {
  return hard_points(f, f.width > 10 ? 997 : f.width > 7 ? 3 : 1);
}

class ExplainTest : public ::testing::TestWithParam<FormatFacts> {};

TEST_P(ExplainTest, TheReason) {
  const Format& f = GetParam().format;
  const RoundingOracle oracle(f);
  for (const double x : some_points(f)) {
    const Place place = oracle.place(x);
    for (const RoundingRule& rule : all_rules()) {
      const Explanation e = explain(x, f, rule);
      ASSERT_TRUE(same_bits(e.result, oracle.round(place, rule))) << show(x);
      ASSERT_EQ(word_of(e.reason, reason_words()),
                word_of(expected_reason(x, place, rule, 0, e.result, GetParam()),
                        reason_words()))
          << show(x) << " " << show(rule);
    }
  }
}

TEST_P(ExplainTest, TheReasonOfAStochasticMode) {
  const Format& f = GetParam().format;
  const RoundingOracle oracle(f);
  for (const double x : some_points(f)) {
    const Place place = oracle.place(x);
    for (RoundingRule rule : all_rules()) {
      if (rule.mode != Rounding::up && rule.mode != Rounding::down) continue;
      rule.random_bits = 1;
      rule.mode = rule.mode == Rounding::up ? Rounding::stochastic_equal
                                            : Rounding::stochastic_a;
      for (const std::uint32_t random : {0x7FFFFFFFu, 0x80000000u}) {
        const Explanation e = explain(x, f, rule, random);
        const bool upper = takes_upper(place, rule.mode, random);
        ASSERT_TRUE(
            same_bits(e.result, oracle.round(place, rule, upper != place.negative)));
        ASSERT_EQ(word_of(e.reason, reason_words()),
                  word_of(expected_reason(x, place, rule, random, e.result, GetParam()),
                          reason_words()))
            << show(x) << " " << show(rule) << " " << random;
      }
    }
  }
  EXPECT_THROW(explain(1, f, {.mode = Rounding::stochastic}), std::invalid_argument);
}

TEST_P(ExplainTest, TheNeighbours) {
  const Format& f = GetParam().format;
  const RoundingOracle oracle(f);
  for (const double x : some_points(f)) {
    const Place p = oracle.place(x);
    const Explanation e = explain(x, f, {.overflow = Overflow::saturate_finite});
    SCOPED_TRACE(show(x));
    if (p.lower == p.upper || is_far_outside(p)) continue;  // below
    if (p.lower_outside || p.upper_outside) {
      ASSERT_EQ(e.beyond, p.lower_outside ? p.lower : p.upper);
      ASSERT_EQ(p.lower_outside ? e.above : e.below,
                p.lower_outside ? p.upper : p.lower);
      const bool has_infinity =
          GetParam().infinities.size() > (p.lower_outside ? 1 : 0);
      const double infinity = p.lower_outside ? -kInfinity : kInfinity;
      ASSERT_TRUE(same_bits(p.lower_outside ? e.below : e.above,
                            has_infinity ? infinity : kNaN));
    } else {
      ASSERT_EQ(e.below, p.lower);
      ASSERT_EQ(e.above, p.upper);
      ASSERT_TRUE(std::isnan(e.beyond));
    }
    ASSERT_EQ(e.midpoint, middle_of(p.lower, p.upper));
    ASSERT_EQ(x < e.midpoint ? -1 : x > e.midpoint ? 1 : 0, p.nearer);
    // Exact differences of numbers of one binade, and one rounding of the quotient.
    const double from = p.lower_outside ? p.upper - x : x - p.lower;
    const double inner = p.lower_outside ? p.upper : p.lower;
    ASSERT_EQ(e.fraction, from / (2 * std::fabs(e.midpoint - inner)));
  }
}

TEST_P(ExplainTest, AMemberHasItsOwnNeighbours) {
  const Format& f = GetParam().format;
  const Explanation e = explain(GetParam().max, f);
  EXPECT_EQ(e.reason, Reason::exact);
  EXPECT_EQ(e.result, GetParam().max);
  EXPECT_EQ(e.fraction, 0);
  EXPECT_LT(e.below, e.x);
  EXPECT_SAME_BITS(e.above, GetParam().infinities.empty() ? kNaN : kInfinity);
  EXPECT_TRUE(std::isnan(e.midpoint));
}

TEST_P(ExplainTest, InfinitiesAndNaNs) {
  const Format& f = GetParam().format;
  const RoundingRule rule{.overflow = Overflow::saturate_finite};
  const Explanation infinite = explain(-kInfinity, f, rule);
  EXPECT_EQ(infinite.reason, Reason::infinite);
  EXPECT_TRUE(std::isnan(infinite.below) && std::isnan(infinite.above));
  if (GetParam().nan_codes == 0) {
    EXPECT_THROW(explain(kNaN, f), std::invalid_argument);
    return;
  }
  const Explanation nan = explain(kNaN, f);
  EXPECT_EQ(nan.reason, Reason::not_a_number);
  EXPECT_TRUE(std::isnan(nan.result) && std::isnan(nan.fraction));
}

std::vector<FormatFacts> listed_formats() {
  std::vector<FormatFacts> chosen;
  for (const FormatFacts& facts : format_facts()) {
    if (facts.format.width <= 20) chosen.push_back(facts);
  }
  return chosen;
}

INSTANTIATE_TEST_SUITE_P(Formats, ExplainTest, ::testing::ValuesIn(listed_formats()),
                         name_of);

TEST(Explain, OneTenthInBf16) {
  const Explanation e = explain(0.1, bf16);
  EXPECT_EQ(e.below, 0x1.98p-4);
  EXPECT_EQ(e.above, 0x1.9Ap-4);
  EXPECT_EQ(e.midpoint, 0x1.99p-4);
  EXPECT_EQ(e.result, 0x1.9Ap-4);
  EXPECT_EQ(e.reason, Reason::nearer);
  // 0.1 is 0x1.999999999999ap-4
  EXPECT_EQ(e.fraction, 0x0.ccccccccccdp0);
}

TEST(Explain, UlpsAreThoseOfTheBinade) {
  const Explanation one = explain(1.0, bf16);
  EXPECT_EQ(one.ulps_from_below, 0.5);  // the gap below a power of two is half as wide
  EXPECT_EQ(one.ulps_from_above, 1);
  const Explanation between = explain(1 + 0x1p-9, bf16);
  EXPECT_EQ(between.ulps_from_below, 0.25);
  EXPECT_EQ(between.ulps_from_above, 0.75);
  const Explanation outside = explain(480, e4m3fn);
  EXPECT_EQ(outside.ulps_from_below, 1);
  EXPECT_TRUE(std::isnan(outside.ulps_from_above));
}

TEST(Explain, TheGapBelowAnUnsignedFormatWithoutSubnormals) {
  // 0, then 1.125 * 2^-15: a negative x is rounded as if -1.125 * 2^-15 came next.
  const Format f{"u", 8, 4, 16, -15, Specials::none, false, true, false};
  EXPECT_EQ(f.check(), "");
  const Explanation e = explain(-0x1.1p-16, f);
  EXPECT_EQ(e.beyond, -0x1.2p-15);
  EXPECT_EQ(e.midpoint, -0x1.2p-16);
  EXPECT_EQ(e.reason, Reason::nearer);
  EXPECT_EQ(explain(-0x1.3p-16, f).reason, Reason::to_last);
}

TEST(Explain, TheNextNumberMayBeBeyondBinary64) {
  const Format wide{"wide", 35, 24, 1023, -1022};
  const Explanation e = explain(0x1.fffffffp1023, wide);
  EXPECT_EQ(e.beyond, kInfinity);
  EXPECT_EQ(e.midpoint, 0x1.ffffffp1023);
  EXPECT_EQ(e.fraction, 0.96875);
  EXPECT_EQ(e.reason, Reason::to_infinity);
  EXPECT_EQ(explain(0x1.fffffeffp1023, wide).reason, Reason::nearer);
}

TEST(Explain, TheMidpointMayBeNoBinary64Number) {
  // The smallest number is 2^-1022 + 2^-1074: half of it is no binary64 number.
  const Format f{"f", 63, 53, 1, -1022, Specials::nan_minus_zero, true, true, false};
  const Explanation e = explain(0x1p-1023, f);
  EXPECT_TRUE(std::isnan(e.midpoint));
  EXPECT_FALSE(e.is_member);
  EXPECT_EQ(e.reason, Reason::nearer);
  EXPECT_EQ(e.result, 0);
  // Nor is what lies halfway beyond the largest number of 53 bits.
  const Format long_one{"g", 58, 53, 15, -14};
  EXPECT_TRUE(std::isnan(explain(0x1p16, long_one).midpoint));
  EXPECT_EQ(explain(0x1p16, long_one).reason, Reason::to_infinity);
}

TEST(Explain, OddTurnsBackFromAnInfinityWithAnEvenCode) {
  // P3109 v4.0: unsigned formats with infinity, SatNone.
  const Format f = format_named("Binary8p3ue");
  const RoundingRule rule{.mode = Rounding::odd, .overflow = Overflow::none};
  EXPECT_EQ(explain(0x1p40, f, rule).reason, Reason::turned_back);
  EXPECT_EQ(explain(0x1p40, f, rule).result, f.max());
}

}  // namespace
}  // namespace halfulp::testing
