// Special values, the domain, Ziv's statistics and refusals.

#include "halfulp/reference/functions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <stdexcept>
#include <string>

#include "support/reference_cases.h"

namespace halfulp {
namespace {

using reference::evaluate;
using reference::Function;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kMax = std::numeric_limits<double>::max();

// IEEE 754-2019, 9.2.1; ISO/IEC 9899:2018, F.10.
TEST(ReferenceFunctions, SpecialValues) {
  struct Case {
    Function function;
    double at_minus_infinity, at_minus_zero, at_zero, at_infinity, at_minus_one;
  };
  constexpr double kAny = 123;
  for (const Case& c : {
           Case{Function::exp, 0.0, 1.0, 1.0, kInfinity, kAny},
           Case{Function::log, kNan, -kInfinity, -kInfinity, kInfinity, kNan},
           Case{Function::sin, kNan, -0.0, 0.0, kNan, kAny},
           Case{Function::cos, kNan, 1.0, 1.0, kNan, kAny},
           Case{Function::tanh, -1.0, -0.0, 0.0, 1.0, kAny},
           Case{Function::erf, -1.0, -0.0, 0.0, 1.0, kAny},
           Case{Function::erfc, 2.0, 1.0, 1.0, 0.0, kAny},
           Case{Function::sqrt, kNan, -0.0, 0.0, kInfinity, kNan},
           Case{Function::rsqrt, kNan, -kInfinity, kInfinity, 0.0, kNan},
           Case{Function::gelu_erf, -0.0, -0.0, 0.0, kInfinity, kAny},
           Case{Function::gelu_tanh, -0.0, -0.0, 0.0, kInfinity, kAny},
       }) {
    const auto f = [&](double x, Rounding mode) {
      return evaluate(c.function, x, fp64, {.mode = mode});
    };
    for (Rounding mode : kModes) {
      SCOPED_TRACE(std::string(name_of(c.function)) + ", " + mode_name(mode));
      EXPECT_TRUE(same_bits(c.at_minus_infinity, f(-kInfinity, mode)));
      EXPECT_TRUE(same_bits(c.at_minus_zero, f(-0.0, mode)));
      EXPECT_TRUE(same_bits(c.at_zero, f(0.0, mode)));
      EXPECT_TRUE(same_bits(c.at_infinity, f(kInfinity, mode)));
      if (c.at_minus_one == kAny) continue;
      EXPECT_TRUE(same_bits(c.at_minus_one, f(-1.0, mode)));
      EXPECT_TRUE(same_bits(c.at_minus_one, f(-0x1p-1074, mode)));
      EXPECT_TRUE(same_bits(c.at_minus_one, f(-kMax, mode)));
    }
  }
}

TEST(ReferenceFunctions, NansFollowTheRule) {
  const double with_payload = std::bit_cast<double>(0xFFF8000100000000);
  for (Function f : reference::all_functions()) {
    EXPECT_TRUE(same_bits(kNan, evaluate(f, kNan)));
    EXPECT_TRUE(same_bits(-kNan, evaluate(f, with_payload)));
    EXPECT_TRUE(same_bits(with_payload,
                          evaluate(f, with_payload, fp64, {.nan = NanRule::payload})));
    EXPECT_THROW(evaluate(f, kNan, fp64, {.nan = NanRule::error}),
                 std::invalid_argument);
  }
  EXPECT_THROW(reference::evaluate(Function::log, -1.0, fp64, {.nan = NanRule::error}),
               std::invalid_argument);
}

TEST(ReferenceFunctions, InfinitiesFollowTheRule) {
  EXPECT_TRUE(same_bits(kNan, evaluate(Function::rsqrt, 0.0, e4m3fn)));
  EXPECT_EQ(evaluate(Function::log, 0.0, e4m3fn, {.inf_input = InfInput::max}), -448);
  EXPECT_EQ(evaluate(Function::log, 0.0, fp16, {.overflow = Overflow::saturate_finite}),
            -65504);
  EXPECT_EQ(
      evaluate(Function::log, 0.0, fp16, {.overflow = Overflow::saturate_propagate}),
      -kInfinity);
  // e^1000 is finite: to an infinity or to the largest number, but never an error.
  const RoundingRule rule{.inf_input = InfInput::error};
  EXPECT_TRUE(same_bits(kNan, evaluate(Function::exp, 1000.0, e4m3fn, rule)));
  EXPECT_EQ(
      evaluate(Function::exp, 1e300, fp16, {.overflow = Overflow::saturate_propagate}),
      65504);
}

TEST(ReferenceFunctions, ExactValues) {
  for (Rounding mode : kModes) {
    const RoundingRule rule{.mode = mode};
    EXPECT_TRUE(same_bits(0.0, evaluate(Function::log, 1.0, fp64, rule)));
    EXPECT_EQ(evaluate(Function::sqrt, 0x1p-1074, fp64, rule), 0x1p-537);
    EXPECT_EQ(evaluate(Function::sqrt, 49.0, e4m3fn, rule), 7.0);
    EXPECT_EQ(evaluate(Function::rsqrt, 0x1p-1074, fp64, rule), 0x1p537);
    EXPECT_EQ(evaluate(Function::rsqrt, 0x1p1022, fp64, rule), 0x1p-511);
    EXPECT_EQ(evaluate(Function::rsqrt, 16.0, e5m2, rule), 0.25);
  }
}

// Roots that need more bits than the first evaluations have, on midpoints and beside them.
TEST(ReferenceFunctions, ExactRootsOnMidpointsOfNarrowFormats) {
  const auto root = [](double x, Rounding mode) {
    return evaluate(Function::sqrt, x, e4m3fn, {.mode = mode}, 2);
  };
  const double midpoint = 1.0625;  // between 1 and 1.125
  EXPECT_EQ(root(midpoint * midpoint, Rounding::nearest_even), 1.0);
  EXPECT_EQ(root(midpoint * midpoint, Rounding::nearest_away), 1.125);
  const double above = midpoint + 0x1p-25;
  EXPECT_EQ(root(above * above, Rounding::nearest_even), 1.125);
  const double below = midpoint - 0x1p-25;
  EXPECT_EQ(root(below * below, Rounding::nearest_away), 1.0);
  const double barely_above_one = 1 + 0x1p-26;
  EXPECT_EQ(root(barely_above_one * barely_above_one, Rounding::up), 1.125);
  EXPECT_EQ(root(barely_above_one * barely_above_one, Rounding::odd), 1.125);
}

TEST(ReferenceFunctions, TheFirstPrecisionChangesNothingButTheCount) {
  const std::uint64_t seed = 5;
  std::mt19937_64 random(seed);
  for (Function f : reference::all_functions()) {
    long retries = 0;
    for (std::size_t i = 0; i < 150; ++i) {
      const double x = std::abs(with_exponent(random, -40, 3));
      const Format& format = kTestedFormats[i % 6];
      const RoundingRule rule{.mode = kModes[random() % kModes.size()]};
      const double expected = evaluate(f, x, format, rule, 200);
      for (int extra : {2, 3, 7, 14, 33}) {
        reference::ZivStatistics statistics;
        ASSERT_TRUE(
            same_bits(expected, evaluate(f, x, format, rule, extra, &statistics)))
            << name_of(f) << '(' << hex_float(x) << "), seed " << seed
            << ", extra bits " << extra;
        if (statistics.evaluations == 0) continue;
        if (extra == 2) retries += statistics.evaluations - 1;
        long bits = format.precision + extra;
        for (int k = 1; k < statistics.evaluations; ++k) bits += extra << (k - 1);
        const long guard = f == Function::gelu_erf || f == Function::gelu_tanh ? 20 : 0;
        ASSERT_EQ(statistics.precision, bits + guard);
      }
    }
    EXPECT_GT(retries, 20) << name_of(f);
    RecordProperty(std::string(name_of(f)) + "_retries", std::to_string(retries));
  }
}

TEST(ReferenceFunctions, NoEvaluationWhereNoneIsNeeded) {
  reference::ZivStatistics statistics{7, 7};
  evaluate(Function::tanh, 50.0, fp64, {}, 2, &statistics);
  EXPECT_EQ(statistics.evaluations, 0);
  evaluate(Function::tanh, 5.0, fp64, {}, 100, &statistics);
  EXPECT_EQ(statistics.evaluations, 1);
  EXPECT_EQ(statistics.precision, 153);
}

TEST(ReferenceFunctions, HaveNames) {
  std::set<std::string_view> names;
  for (Function f : reference::all_functions()) names.insert(name_of(f));
  EXPECT_EQ(names, (std::set<std::string_view>{"exp", "log", "sin", "cos", "tanh",
                                               "erf", "erfc", "sqrt", "rsqrt",
                                               "gelu_erf", "gelu_tanh"}));
}

TEST(ReferenceFunctions, AreFoundByName) {
  for (Function function : reference::all_functions()) {
    EXPECT_EQ(reference::function_named(name_of(function)), function);
  }
  try {
    reference::function_named("tahn");  // codespell:ignore tahn
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_TRUE(std::string(error.what())
                    .starts_with("unknown function 'tahn'; did you mean 'tanh'?"))
        << error.what();
  }
}

TEST(ReferenceFunctions, RefuseWhatTheyCannotDo) {
  for (int extra : {-1, 0, 1, reference::kMaxZivExtraBits + 1})
    EXPECT_THROW(evaluate(Function::exp, 1.0, fp64, {}, extra), std::invalid_argument);
  Format invalid = fp32;
  invalid.emin = 200;
  EXPECT_THROW(evaluate(Function::exp, 1.0, invalid), std::invalid_argument);
}

}  // namespace
}  // namespace halfulp
