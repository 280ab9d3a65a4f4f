// Formats whose values are too many to list: fp32, fp64, the 22- and 24-bit ones and tf32. Here the
// oracle rests on MPFR's truncation, and is itself held against the processor's conversion
// to binary32 and against mpfr_get_d.

#include <gtest/gtest.h>

#include <cfenv>
#include <cmath>

#include "halfulp/formats/named_formats.h"
#include "rounding/oracle_check.h"
#include "support/format_facts.h"
#include "support/mpfr_value.h"

namespace halfulp::testing {
namespace {

// Numbers of few bits are values and midpoints of formats of that precision; with them
// their neighbours. Exponents in and around the format.
std::vector<double> numbers_of_few_bits(const Format& f, Random& random, int count) {
  std::vector<double> points;
  for (int i = 0; i < count; ++i) {
    const int exponent = random.between(std::max(-1074, f.emin - f.precision - 2),
                                        std::min(1023, f.emax + 2));
    const int bits = random.between(0, 3) == 0 ? random.between(1, 53)
                                               : f.precision + random.between(-1, 2);
    const double integer =
        static_cast<double>(random.bits() >> (64 - std::min(bits, 53)));
    const double sign = random.bits() % 2 == 0 ? 1 : -1;
    append_with_neighbours(std::ldexp(sign * integer, exponent - bits), points);
  }
  std::erase_if(points, [](double x) { return !std::isfinite(x); });
  return points;
}

// 64 numbers of the format's precision in each binade that binary64 has, their midpoints and
// the neighbours of both; the same signs and fractions in each.
std::vector<double> points_of_every_binade(const Format& f) {
  Random random(0x5EED0008);
  std::vector<double> significands;
  for (int i = 0; i < 64; ++i) {
    const std::uint64_t top = std::uint64_t{1} << (f.precision - 1);
    const std::uint64_t fraction = i == 0   ? 0
                                   : i == 1 ? top - 1
                                            : random.bits() & (top - 1);
    const double sign = i % 2 == 0 ? 1 : -1;
    significands.push_back(sign * static_cast<double>(top | fraction));
  }
  std::vector<double> points;
  const int lowest = std::max(-1022, f.emin - f.precision);
  for (int e = lowest; e <= std::min(1023, f.emax + 1); ++e) {
    for (double significand : significands) {
      const double value = std::ldexp(significand, e - f.precision + 1);
      append_with_neighbours(value, points);
      if (f.precision < 53) {
        append_with_neighbours(value + std::ldexp(0.5, e - f.precision + 1), points);
      }
    }
  }
  std::erase_if(points, [](double x) { return !std::isfinite(x); });
  return points;
}

class RoundWideTest : public ::testing::TestWithParam<FormatFacts> {};

TEST_P(RoundWideTest, NumbersOfFewBitsAndTheirNeighbours) {
  Random random(0x5EED0003);
  SCOPED_TRACE("seed " + std::to_string(random.seed()));
  const Format& f = GetParam().format;
  expect_rounding(RoundingOracle(f), numbers_of_few_bits(f, random, 4000), all_rules());
}

TEST_P(RoundWideTest, EveryBinade) {
  const Format& f = GetParam().format;
  expect_rounding(RoundingOracle(f), points_of_every_binade(f),
                  rules_one_word_at_a_time());
}

TEST_P(RoundWideTest, RandomNumbersOfAllExponents) {
  Random random(0x5EED0004);
  SCOPED_TRACE("seed " + std::to_string(random.seed()));
  std::vector<double> points;
  for (int i = 0; i < 20000; ++i) points.push_back(random.any_double());
  expect_rounding(RoundingOracle(GetParam().format), points, all_rules());
}

TEST_P(RoundWideTest, AroundTheEndsOfTheFormat) {
  const FormatFacts& facts = GetParam();
  const double ulp_of_max =
      std::ldexp(1.0, facts.format.emax - facts.format.precision + 1);
  std::vector<double> points;
  for (double sign : {-1.0, 1.0}) {
    for (double x : {facts.max, facts.max - ulp_of_max, facts.max + ulp_of_max / 2,
                     facts.max + ulp_of_max, facts.smallest_normal,
                     facts.smallest_normal - facts.smallest_subnormal,
                     facts.smallest_normal - facts.smallest_subnormal / 2,
                     facts.smallest_subnormal, facts.smallest_subnormal / 2,
                     facts.smallest_subnormal * 1.5, 0.0}) {
      append_with_neighbours(sign * x, points);
    }
  }
  std::erase_if(points, [](double x) { return !std::isfinite(x); });
  expect_rounding(RoundingOracle(facts.format), points, all_rules());
}

std::vector<FormatFacts> wide_formats() {
  std::vector<FormatFacts> facts;
  for (const FormatFacts& f : format_facts()) {
    if (f.format.width > 16) facts.push_back(f);
  }
  return facts;
}

INSTANTIATE_TEST_SUITE_P(Formats, RoundWideTest, ::testing::ValuesIn(wide_formats()),
                         name_of);

struct HardwareMode {
  Rounding mode;
  int fenv;
  mpfr_rnd_t mpfr;
};
constexpr HardwareMode kHardwareModes[] = {
    {Rounding::nearest_even, FE_TONEAREST, MPFR_RNDN},
    {Rounding::toward_zero, FE_TOWARDZERO, MPFR_RNDZ},
    {Rounding::up, FE_UPWARD, MPFR_RNDU},
    {Rounding::down, FE_DOWNWARD, MPFR_RNDD},
};

// Volatile, so that the conversion stays between the calls that set the mode.
float convert_in_mode(double x, int mode) {
  const volatile double wide = x;
  std::fesetround(mode);
  const volatile float narrow = static_cast<float>(wide);
  std::fesetround(FE_TONEAREST);
  return narrow;
}

TEST(RoundToBinary32, MatchesTheProcessor) {
  Random random(0x5EED0005);
  std::vector<double> points = numbers_of_few_bits(fp32, random, 20000);
  for (int i = 0; i < 20000; ++i) points.push_back(random.any_double());
  for (double x : points) {
    for (const HardwareMode& hardware : kHardwareModes) {
      const double expected = static_cast<double>(convert_in_mode(x, hardware.fenv));
      ASSERT_TRUE(same_bits(round(x, fp32, {.mode = hardware.mode}), expected))
          << "seed " << random.seed() << ", x = " << show(x) << ", mode "
          << show(RoundingRule{.mode = hardware.mode});
    }
  }
}

TEST(RoundToBinary64, MatchesMpfr) {
  Random random(0x5EED0006);
  for (int i = 0; i < 100000; ++i) {
    const Real x{random.bits() % 2 == 0, random.bits() | std::uint64_t{1} << 63,
                 random.between(-1074 - 66, 1023 - 62), false};
    MpfrValue value(64);
    mpfr_set_uj_2exp(value.get(), x.significand, x.exponent, MPFR_RNDN);
    mpfr_setsign(value.get(), value.get(), x.negative, MPFR_RNDN);
    for (const HardwareMode& hardware : kHardwareModes) {
      ASSERT_TRUE(same_bits(round(x, fp64, {.mode = hardware.mode}),
                            mpfr_get_d(value.get(), hardware.mpfr)))
          << "seed " << random.seed() << ", draw " << i;
    }
  }
}

TEST(RoundToBinary64, LeavesEveryDoubleAsItIs) {
  Random random(0x5EED0007);
  for (int i = 0; i < 100000; ++i) {
    const double x = random.any_double();
    for (Rounding mode : kModes)
      ASSERT_TRUE(same_bits(round(x, fp64, {.mode = mode}), x));
  }
}

}  // namespace
}  // namespace halfulp::testing
