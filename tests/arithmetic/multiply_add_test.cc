// One step of arithmetic against MPFR's exact fused multiply-add and the rounding oracle.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "arithmetic/hard_triples.h"
#include "halfulp/arithmetic/dot.h"
#include "halfulp/formats/named_formats.h"
#include "support/bits.h"
#include "support/format_facts.h"
#include "support/mpfr_value.h"
#include "support/step_oracle.h"

namespace halfulp::testing {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

std::string show(const Triple& t) {
  return testing::show(t.a) + ", " + testing::show(t.b) + ", " + testing::show(t.c);
}

TEST(MultiplyAddToReal, EnclosesTheExactSum) {
  Random random(0x5EED0012);
  for (int i = 0; i < 200000; ++i) {
    const Triple t = hard_triple(random);
    if (!std::isfinite(t.a) || !std::isfinite(t.b) || !std::isfinite(t.c)) continue;
    const Real real = multiply_add(t.a, t.b, t.c);
    const MpfrValue a(t.a, 53), b(t.b, 53), c(t.c, 53);
    MpfrValue exact(4400);
    ASSERT_EQ(mpfr_fma(exact.get(), a.get(), b.get(), c.get(), MPFR_RNDN), 0);
    SCOPED_TRACE("seed " + std::to_string(random.seed()) + ": " + show(t));
    if (!mpfr_zero_p(exact.get())) {
      ASSERT_EQ(real.negative, mpfr_signbit(exact.get()) != 0);
    }
    mpfr_abs(exact.get(), exact.get(), MPFR_RNDN);
    mpfr_mul_2si(exact.get(), exact.get(), -real.exponent, MPFR_RNDN);
    MpfrValue low(65);
    mpfr_set_uj(low.get(), real.significand, MPFR_RNDN);
    if (!real.sticky) {
      ASSERT_TRUE(mpfr_equal_p(low.get(), exact.get()));
      continue;
    }
    ASSERT_EQ(real.significand >> 63, 1u);  // all 64 bits, enough for any format
    ASSERT_TRUE(mpfr_less_p(low.get(), exact.get()));
    mpfr_add_ui(low.get(), low.get(), 1, MPFR_RNDN);
    ASSERT_TRUE(mpfr_greater_p(low.get(), exact.get()));
  }
}

TEST(MultiplyAddToReal, SignOfExactZeros) {
  EXPECT_FALSE(multiply_add(1, 1, -1).negative);
  EXPECT_TRUE(multiply_add(1, 1, -1, true).negative);
  EXPECT_TRUE(multiply_add(-0.0, 1, -0.0).negative);
  EXPECT_FALSE(multiply_add(-0.0, -1, 0.0, true).negative);
  EXPECT_FALSE(multiply_add(-0.0, 1, 0.0).negative);
  EXPECT_TRUE(multiply_add(-0.0, 1, 0.0, true).negative);
}

TEST(MultiplyAddToReal, RefusesInfinitiesAndNans) {
  EXPECT_THROW(multiply_add(kInfinity, 1, 1), std::invalid_argument);
  EXPECT_THROW(multiply_add(1, -kInfinity, 1), std::invalid_argument);
  EXPECT_THROW(multiply_add(1, 1, kNaN), std::invalid_argument);
}

class MultiplyAddTest : public ::testing::TestWithParam<FormatFacts> {
 protected:
  void expect_step(const Triple& t, const RoundingRule& rule) const {
    const auto sum = oracle_.multiply_add(t.a, t.b, t.c, rule);
    const auto product = oracle_.multiply(t.a, t.b, rule);
    if (sum) {
      ASSERT_TRUE(same_bits(multiply_add(t.a, t.b, t.c, format_, rule), *sum))
          << show(t) << " " << testing::show(rule);
    } else {
      ASSERT_THROW(multiply_add(t.a, t.b, t.c, format_, rule), std::invalid_argument);
    }
    if (product) {
      ASSERT_TRUE(same_bits(multiply(t.a, t.b, format_, rule), *product))
          << show(t) << " " << testing::show(rule);
    } else {
      ASSERT_THROW(multiply(t.a, t.b, format_, rule), std::invalid_argument);
    }
  }

  const Format& format_ = GetParam().format;
  StepOracle oracle_{GetParam().format};
};

TEST_P(MultiplyAddTest, HardTriples) {
  Random random(0x5EED0013);
  SCOPED_TRACE("seed " + std::to_string(random.seed()));
  const std::vector<RoundingRule> rules = all_rules();
  for (int i = 0; i < 30000; ++i) {
    const Triple t = hard_triple(random);
    expect_step(t, rules[random.bits() % rules.size()]);
    if (HasFatalFailure()) return;
  }
}

// Sums of members of the format, as in a dot product: near its precision and its range.
TEST_P(MultiplyAddTest, MembersOfTheFormat) {
  Random random(0x5EED0014);
  SCOPED_TRACE("seed " + std::to_string(random.seed()));
  const std::vector<RoundingRule> rules = all_rules();
  const int range = std::min(300, format_.emax);
  for (int i = 0; i < 30000; ++i) {
    const double sum = random.near_one(range);
    const double small = std::ldexp(sum, random.between(-format_.precision - 3, 3));
    const double a = oracle_.round(random.near_one(range), {}).value();
    const double b = oracle_.round(small / a, {}).value();
    const double c = oracle_.round(i % 2 == 0 ? sum : -small, {}).value();
    expect_step({a, b, c}, rules[random.bits() % rules.size()]);
    if (HasFatalFailure()) return;
  }
}

TEST_P(MultiplyAddTest, SpecialsAndZerosInEveryMode) {
  const std::array values = {0.0,    -0.0,      1.0,        -1.0, 1e300,
                             -1e300, kInfinity, -kInfinity, kNaN, -kNaN};
  for (const RoundingRule& rule : all_rules()) {
    for (double a : values) {
      for (double b : values) {
        for (double c : values) expect_step({a, b, c}, rule);
      }
    }
  }
}

std::vector<FormatFacts> accumulators() {
  std::vector<FormatFacts> facts;
  for (const char* name : {"fp64", "fp32", "fp16", "bf16", "fp22_e8m13", "e4m3fn",
                           "dlfloat16", "hif8", "Binary8p1se", "e8m0fnu"}) {
    facts.push_back(facts_of(name));
  }
  return facts;
}

INSTANTIATE_TEST_SUITE_P(Formats, MultiplyAddTest, ::testing::ValuesIn(accumulators()),
                         name_of);

TEST(Multiply, RoundsOnceToFormatsOfSmallRange) {
  // Via binary32 and its subnormals the first product ends in b8, the second in 0.3125.
  const Format p24{"p24", 32, 24, 127, 0};  // least subnormal 2^-23
  EXPECT_SAME_BITS(multiply(-0x1.6cb1aep+0, 0x1.5b8db4p-1, p24), -0x1.ef1eb4p-1);
  const Format p3{"p3", 8, 3, 15, 0};
  EXPECT_SAME_BITS(multiply_add(0x1.ff10ddbd996a2p-7, 1, 0x1.137d3527080f0p-2, p3),
                   0.25);
}

// Hardware does either; about half of the products are the same.
TEST(Multiply, OfBf16ToNearestOrTowardZero) {
  Random random(0x5EED0015);
  const RoundingOracle oracle(bf16);
  const RoundingRule toward_zero{.mode = Rounding::toward_zero};
  int alike = 0;
  constexpr int kPairs = 1 << 16;
  for (int i = 0; i < kPairs; ++i) {
    const double a = round(random.near_one(20), bf16);
    const double b = round(random.near_one(20), bf16);
    const double exact = a * b;  // 16 bits
    const double nearest = multiply(a, b, bf16);
    const double truncated = multiply(a, b, bf16, toward_zero);
    ASSERT_TRUE(same_bits(nearest, oracle.round(exact, {}))) << show({a, b, 0});
    ASSERT_TRUE(same_bits(truncated, oracle.round(exact, toward_zero)));
    alike += nearest == truncated ? 1 : 0;
  }
  EXPECT_GT(alike, kPairs / 2 - kPairs / 16);
  EXPECT_LT(alike, kPairs / 2 + kPairs / 16);
}

TEST(MultiplyAdd, NansAreCanonicalAndPositive) {
  const double payload = std::bit_cast<double>(0xFFF8000000001234ull);
  const RoundingRule keep{.nan = NanRule::payload};
  EXPECT_SAME_BITS(multiply_add(payload, 1, 1, fp64, keep), kNaN);
  EXPECT_SAME_BITS(multiply(1, payload, fp32, keep), kNaN);
  EXPECT_SAME_BITS(multiply(-1e9, 1, e4m3fn), kNaN);  // an overflow without infinity
  EXPECT_THROW(multiply(kInfinity, 0, fp64, {.nan = NanRule::error}),
               std::invalid_argument);
}

}  // namespace
}  // namespace halfulp::testing
