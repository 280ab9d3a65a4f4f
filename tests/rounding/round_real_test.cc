// Rounding of real numbers that no double holds: 64-bit significands, sticky ones, exponents
// beyond every format.

#include <gtest/gtest.h>

#include <climits>
#include <stdexcept>

#include "halfulp/formats/named_formats.h"
#include "halfulp/rounding/round.h"
#include "support/bits.h"
#include "support/format_facts.h"
#include "support/mpfr_value.h"
#include "support/rounding_oracle.h"
#include "support/rounding_points.h"

namespace halfulp::testing {
namespace {

std::string show(const Real& x) {
  char text[96];
  std::snprintf(text, sizeof text, "Real{%d, 0x%llX, %d, %d}", x.negative,
                static_cast<unsigned long long>(x.significand), x.exponent, x.sticky);
  return text;
}

// (significand + fraction) * 2^exponent, where a sticky x allows any fraction in (0, 1).
MpfrValue value_of(const Real& x, double fraction) {
  MpfrValue value(128);
  mpfr_set_uj(value.get(), x.significand, MPFR_RNDN);
  if (x.sticky) mpfr_add_d(value.get(), value.get(), fraction, MPFR_RNDN);
  mpfr_mul_2si(value.get(), value.get(), x.exponent, MPFR_RNDN);
  mpfr_setsign(value.get(), value.get(), x.negative, MPFR_RNDN);
  return value;
}

// A significand of `bits` bits whose tail is random, zero, 1000... or all ones, so that
// midpoints and their surroundings are common.
std::uint64_t hard_significand(int bits, int kept, Random& random) {
  const std::uint64_t top = std::uint64_t{1} << (bits - 1);
  const std::uint64_t significand = top | (random.bits() & (top - 1));
  if (bits <= kept) return significand;
  const std::uint64_t half = std::uint64_t{1} << (bits - kept - 1);
  const std::uint64_t tail = half | (half - 1);
  switch (random.between(0, 4)) {
    case 0:
      return significand & ~tail;
    case 1:
      return (significand & ~tail) | half;
    case 2:
      return (significand & ~tail) | (half - 1);
    case 3:
      return significand | tail;
    default:
      return significand;
  }
}

class RoundRealTest : public ::testing::TestWithParam<FormatFacts> {};

TEST_P(RoundRealTest, MatchesOracleWhateverStickyStandsFor) {
  const Format& f = GetParam().format;
  const RoundingOracle oracle(f);
  const std::vector<RoundingRule> rules = all_rules();
  Random random(0x5EED0002);
  for (int i = 0; i < 2000; ++i) {
    const bool sticky = random.bits() % 2 == 0;
    const int bits = random.between(sticky ? f.precision + 1 : 1, 64);
    const int kept = random.between(1, f.precision + 1);
    Real x{random.bits() % 2 == 0, hard_significand(bits, kept, random), 0, sticky};
    x.exponent = random.between(f.emin - f.precision - 4, f.emax + 3) - bits + 1;
    for (double fraction : {0x1p-40, 0.5, 1 - 0x1p-40}) {
      const RoundingOracle::Place place = oracle.place(value_of(x, fraction).get());
      for (const RoundingRule& rule : rules) {
        const double expected = oracle.round(place, rule);
        const double computed = round(x, f, rule);
        ASSERT_EQ(bits_of(computed), bits_of(expected))
            << "seed " << random.seed() << ": round(" << show(x) << ", "
            << f.name.view() << ", " << testing::show(rule)
            << ") = " << testing::show(computed) << ", expected "
            << testing::show(expected) << " for fraction " << fraction;
      }
      if (!sticky) break;
    }
  }
}

TEST_P(RoundRealTest, ExponentsBeyondEveryFormat) {
  const Format& f = GetParam().format;
  const double least = std::numeric_limits<double>::denorm_min();
  const double most = std::numeric_limits<double>::max();
  for (const RoundingRule& rule : all_rules()) {
    for (bool negative : {false, true}) {
      for (bool sticky : {false, true}) {
        const std::uint64_t significand = (std::uint64_t{1} << 63) + 1;
        const Real tiny{negative, significand, INT_MIN, sticky};
        const Real huge{negative, significand, INT_MAX, sticky};
        // Where the outermost doubles are as far out as these.
        if (f != fp64) {
          EXPECT_SAME_BITS(round(tiny, f, rule),
                           round(negative ? -least : least, f, rule));
        }
        if (f.emax < 1023) {
          EXPECT_SAME_BITS(round(huge, f, rule),
                           round(negative ? -most : most, f, rule));
        }
      }
    }
  }
  const Real huge{false, 1, INT_MAX, false};
  EXPECT_SAME_BITS(round(huge, fp64), std::numeric_limits<double>::infinity());
}

TEST_P(RoundRealTest, StickyNeedsOneBitMoreThanThePrecision) {
  const Format& f = GetParam().format;
  const std::uint64_t enough = std::uint64_t{1} << f.precision;
  EXPECT_NO_THROW(
      round(Real{false, enough, 0, true}, f, {.mode = Rounding::toward_zero}));
  EXPECT_THROW(round(Real{false, enough - 1, 0, true}, f), std::invalid_argument);
  EXPECT_THROW(round(Real{false, 0, 0, true}, f), std::invalid_argument);
}

std::vector<FormatFacts> all_formats() {
  return {format_facts().begin(), format_facts().end()};
}

INSTANTIATE_TEST_SUITE_P(Formats, RoundRealTest, ::testing::ValuesIn(all_formats()),
                         name_of);

TEST(RoundReal, NamesTheBitsItGot) {
  try {
    round(Real{false, 5, 0, true}, fp16);
    FAIL() << "did not throw";
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(
        error.what(),
        "a sticky number needs a significand of precision + 1 = 12 bits or more "
        "to be rounded to fp16, got 3");
  }
}

}  // namespace
}  // namespace halfulp::testing
