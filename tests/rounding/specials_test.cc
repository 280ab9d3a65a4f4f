// Infinities and NaNs: what every rule makes of them in every format, and the errors.

#include <gtest/gtest.h>

#include <limits>
#include <optional>
#include <stdexcept>

#include "halfulp/formats/codec.h"
#include "halfulp/formats/named_formats.h"
#include "halfulp/rounding/round.h"
#include "support/bits.h"
#include "support/format_facts.h"
#include "support/rounding_oracle.h"
#include "support/rounding_points.h"

namespace halfulp::testing {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kQuiet = std::numeric_limits<double>::quiet_NaN();

// Every word that could matter to an infinity or a NaN.
std::vector<RoundingRule> rules_for_specials() {
  std::vector<RoundingRule> rules;
  for (RoundingRule rule : all_rules()) {
    if (rule.subnormals != Subnormals::keep) continue;
    for (InfInput inf_input : {InfInput::nan, InfInput::max, InfInput::error}) {
      for (NanRule nan : {NanRule::canonical, NanRule::payload, NanRule::error}) {
        rule.inf_input = inf_input;
        rule.nan = nan;
        rules.push_back(rule);
      }
    }
  }
  return rules;
}

std::optional<double> round_or_error(double x, const Format& f,
                                     const RoundingRule& rule) {
  try {
    return round(x, f, rule);
  } catch (const std::invalid_argument&) {
    return std::nullopt;
  }
}

template <class Require>
bool throws(Require require) {
  try {
    require();
    return false;
  } catch (const std::invalid_argument&) {
    return true;
  }
}

void expect_same(std::optional<double> computed, std::optional<double> expected) {
  ASSERT_EQ(computed.has_value(), expected.has_value());
  if (computed) {
    EXPECT_SAME_BITS(*computed, *expected);
  }
}

class SpecialsTest : public ::testing::TestWithParam<FormatFacts> {};

TEST_P(SpecialsTest, Infinities) {
  const Format& f = GetParam().format;
  const RoundingOracle oracle(f);
  for (const RoundingRule& rule : rules_for_specials()) {
    for (bool negative : {false, true}) {
      SCOPED_TRACE(show(rule) + (negative ? " -inf" : " inf"));
      const auto expected = oracle.round_infinity(negative, rule);
      expect_same(round_or_error(negative ? -kInfinity : kInfinity, f, rule), expected);
      EXPECT_EQ(throws([&] { require_infinity_rule(f, rule, negative); }), !expected);
    }
  }
}

TEST_P(SpecialsTest, Nans) {
  const Format& f = GetParam().format;
  const RoundingOracle oracle(f);
  const double quiet_with_payload = std::bit_cast<double>(0x7FF8123456789ABCull);
  const double signalling = std::bit_cast<double>(0x7FF7FFFFFFFFFFFFull);
  const double least = std::bit_cast<double>(0x7FF0000000000001ull);
  const double all_ones = std::bit_cast<double>(0x7FFFFFFFFFFFFFFFull);
  for (const RoundingRule& rule : rules_for_specials()) {
    for (double x : {kQuiet, quiet_with_payload, signalling, least, all_ones}) {
      for (double nan : {x, with_sign(x, true)}) {
        SCOPED_TRACE(show(rule) + " " + show(nan));
        const auto expected = oracle.round_nan(nan, rule);
        expect_same(round_or_error(nan, f, rule), expected);
        EXPECT_EQ(throws([&] { require_nan_rule(f, rule); }), !expected);
        if (expected) {
          EXPECT_TRUE(holds(f, *expected));
        }
      }
    }
  }
}

// Whatever comes out of an overflow is something the format holds, sign of NaN included.
TEST_P(SpecialsTest, OverflowGivesAMemberOfTheFormat) {
  const Format& f = GetParam().format;
  for (const RoundingRule& rule : all_rules()) {
    for (double x : {1e300, -1e300, 0.0, -0.0, 1e-300, -1e-300}) {
      const double result = round(x, f, rule);
      ASSERT_TRUE(holds(f, result)) << show(x) << " " << show(rule);
      EXPECT_SAME_BITS(decode(encode(result, f), f), result);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, SpecialsTest,
                         ::testing::ValuesIn(format_facts().begin(),
                                             format_facts().end()),
                         name_of);

TEST(Specials, Binary32KeepsThePayloadThatItHolds) {
  const float nan = std::bit_cast<float>(0xFFA55555u);  // signalling
  EXPECT_EQ(bits(round(nan, fp32, {.nan = NanRule::payload})), 0xFFE55555u);
  EXPECT_EQ(bits(round(nan, fp32)), 0xFFC00000u);
  EXPECT_EQ(bits(round(nan, bf16, {.nan = NanRule::payload})), 0xFFE50000u);
  EXPECT_EQ(
      bits(round(std::bit_cast<float>(0x7F800001u), bf16, {.nan = NanRule::payload})),
      0x7FC00000u);
}

TEST(Specials, Binary32StorageRefusesFormatsItDoesNotHold) {
  EXPECT_THROW(round(1.0f, fp64), std::invalid_argument);
  EXPECT_THROW(round(1.0f, Format{"wide", 33, 25, 127, -126}), std::invalid_argument);
  EXPECT_NO_THROW(round(1.0f, fp32));
}

void expect_message(double x, const Format& f, const RoundingRule& rule,
                    const char* text) {
  try {
    round(x, f, rule);
    FAIL() << "did not throw";
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(), text);
  }
}

TEST(Specials, ErrorsNameTheRemedy) {
  expect_message(kInfinity, e4m3fn, {.inf_input = InfInput::error},
                 "an infinite input met inf_input='error': e4m3fn has no infinity");
  expect_message(
      -kInfinity, facts_of("Binary8p3ue").format, {.inf_input = InfInput::error},
      "an infinite input met inf_input='error': Binary8p3ue has no -infinity");
  expect_message(
      -kInfinity, e2m1fn, {},
      "an infinite input has no image in e2m1fn, which has neither infinity nor "
      "NaN; pass inf_input='max' or overflow='saturate_finite'");
  expect_message(kQuiet, fp16, {.nan = NanRule::error}, "a NaN input met nan='error'");
  expect_message(
      kQuiet, e2m1fn, {},
      "a NaN input has no image in e2m1fn, which has no NaN; replace the NaNs "
      "first");
}

TEST(Specials, InvalidFormatsAreRefused) {
  const Format broken{"broken", 16, 0, 15, -14};
  EXPECT_THROW(round(1.0, broken), std::invalid_argument);
  EXPECT_THROW(round(1.0f, broken), std::invalid_argument);
  EXPECT_THROW(round(Real{false, 1, 0, false}, broken), std::invalid_argument);
}

}  // namespace
}  // namespace halfulp::testing
