// Stochastic rounding: numbers that other software gets wrong, wide formats, numbers that no
// double holds, refusals.

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "halfulp/base/random.h"
#include "halfulp/formats/named_formats.h"
#include "halfulp/rounding/round.h"
#include "support/bits.h"
#include "support/format_facts.h"
#include "support/rounding_points.h"
#include "support/stochastic_oracle.h"

namespace halfulp::testing {
namespace {

constexpr Rounding kProportional[] = {Rounding::stochastic_a, Rounding::stochastic_b,
                                      Rounding::stochastic_c};

// How many of all words of `bits` bits make x something else than `lower`.
int ups(double x, double lower, const Format& f, Rounding mode, int bits) {
  int count = 0;
  for (std::uint32_t r = 0; r < std::uint32_t{1} << bits; ++r) {
    const double rounded =
        round(x, f, {.mode = mode, .random_bits = bits}, r << (32 - bits));
    count += rounded != lower ? 1 : 0;
  }
  return count;
}

// A generator that is shifted out, or shared, makes these shares 0, 1/2 or 1.
TEST(StochasticCases, EighthsOfTheLeastSubnormalGoUpInProportion) {
  for (const Format& f : {fp32, tf32, fp16, bf16, e5m2, e4m3fn}) {
    for (int eighths = 0; eighths < 8; ++eighths) {
      const double x = eighths * f.smallest() / 8;
      for (const Rounding mode : kProportional) {
        EXPECT_EQ(ups(x, 0.0, f, mode, 3), eighths) << f.name.view();
        EXPECT_EQ(ups(x, 0.0, f, mode, 8), 32 * eighths) << f.name.view();
        EXPECT_EQ(ups(-x, -0.0, f, mode, 8), 32 * eighths) << f.name.view();
      }
    }
  }
}

TEST(StochasticCases, AMidpointOfE5m2GoesUpHalfTheTime) {
  const auto x =
      static_cast<double>(std::bit_cast<float>(0x38900000));  // 1.125 * 2^-14
  for (const Rounding mode : kStochasticModes) {
    EXPECT_EQ(ups(x, 0x1p-14, e5m2, mode, 8), 128);
  }
  const RoundingRule rule{.mode = Rounding::stochastic};
  EXPECT_SAME_BITS(round(x, e5m2, rule, 0x7FFFFFFF), 0x1p-14);
  EXPECT_SAME_BITS(round(x, e5m2, rule, 0x80000000), 0x1.4p-14);
}

// Random bits on top of a rounding bias would move exact numbers half the time, and the mean
// by half a gap.
TEST(StochasticCases, TheMeanOverAllWordsIsTheNumber) {
  Random random(0x5EED2101);
  for (const Format& f : {bf16, fp16, e4m3fn, e5m2}) {
    for (int i = 0; i < 300; ++i) {
      const int e = random.between(f.emin - 2, f.emax - 1);
      const int gap = std::max(e, f.emin) - f.precision + 1;
      const int kept = random.between(0, (1 << (e - gap)) - 1);
      const int rest = random.between(0, 255);  // of 256 parts of a gap
      const double x = std::ldexp((((1 << (e - gap)) + kept) << 8) + rest, gap - 8);
      for (const Rounding mode : kProportional) {
        cpp_rational sum = 0;
        for (std::uint32_t r = 0; r < 256; ++r) {
          sum += cpp_rational(round(x, f, {.mode = mode, .random_bits = 8}, r << 24));
        }
        ASSERT_EQ(sum / 256, cpp_rational(x)) << show(x) << " seed " << random.seed();
      }
    }
  }
}

// With few bits the mean is off by less than 2^-N gaps (a: downwards), by at most half as
// much in b and c.
TEST(StochasticCases, TheBiasOfFewBitsIsTheDocumentedOne) {
  Random random(0x5EED2102);
  for (int i = 0; i < 2000; ++i) {
    const int bits = random.between(1, 6);
    const double part = std::ldexp(static_cast<double>(random.bits() >> 12), -52);
    const double x = 1 + part * 0x1p-7;  // between 1 and the next bf16
    const double fraction = (x - 1) * 128;
    const double step = std::ldexp(1, -bits);
    for (const Rounding mode : kProportional) {
      // Exact: multiples of 2^-45 not greater than 1.
      const double bias = ups(x, 1.0, bf16, mode, bits) * step - fraction;
      if (mode == Rounding::stochastic_a) {
        ASSERT_TRUE(-step < bias && bias <= 0) << show(x) << " seed " << random.seed();
      } else {
        ASSERT_LE(std::fabs(bias), step / 2) << show(x) << " seed " << random.seed();
      }
    }
  }
}

TEST(StochasticCases, BetweenTheLargestNumberAndOverflow) {
  const RoundingRule rule{.mode = Rounding::stochastic};
  const double x = 65504 + 8;  // a quarter of the way to 65536
  EXPECT_SAME_BITS(round(x, fp16, rule, 0xBFFFFFFF), 65504.0);
  EXPECT_SAME_BITS(round(x, fp16, rule, 0xC0000000), HUGE_VAL);
  EXPECT_SAME_BITS(round(-x, fp16, rule, 0xC0000000), -HUGE_VAL);
  const RoundingRule saturating{.mode = Rounding::stochastic,
                                .overflow = Overflow::saturate_finite};
  EXPECT_SAME_BITS(round(x, fp16, saturating, 0xFFFFFFFF), 65504.0);
  // Without an infinity: e4m3fn has 448, then NaN.
  EXPECT_SAME_BITS(round(456.0, e4m3fn, rule, 0), 448.0);
  EXPECT_TRUE(std::isnan(round(456.0, e4m3fn, rule, 0xFFFFFFFF)));
}

TEST(StochasticCases, DeterministicModesIgnoreTheWord) {
  Random random(0x5EED2103);
  for (int i = 0; i < 2000; ++i) {
    const double x = random.near_one(20);
    for (const Rounding mode : kModes) {
      ASSERT_TRUE(same_bits(
          round(x, fp16, {.mode = mode}, static_cast<std::uint32_t>(random.bits())),
          round(x, fp16, {.mode = mode})));
    }
  }
}

// A 64-bit significand holds more than 33 discarded bits of every format up to precision 31:
// the choice in integers.
TEST(StochasticCases, ThirtyTwoBitsInExactIntegers) {
  Random random(0x5EED2104);
  for (const Format& f : {fp32, tf32, fp16, bf16, e4m3fn}) {
    for (int i = 0; i < 20000; ++i) {
      const int rest_bits = 64 - f.precision;
      Real x{false, random.bits() | std::uint64_t{1} << 63, -63, false};
      if (i % 4 == 0) x.significand &= ~std::uint64_t{0} << random.between(0, 40);
      const cpp_int rest = x.significand & (~std::uint64_t{0} >> f.precision);
      cpp_int threshold = (cpp_int(1) << 32) - (rest >> (rest_bits - 32));
      if (i % 2 == 0) threshold += random.between(-1, 1);
      if (threshold >> 32 != 0) threshold = 0xFFFFFFFF;
      const auto word = i % 3 == 0 ? static_cast<std::uint32_t>(random.bits())
                                   : threshold.convert_to<std::uint32_t>();
      // (a) 2^32 v + R >= 2^32 and (b) 2^33 v + 2R + 1 >= 2^33, all times 2^(rest_bits-33).
      const cpp_int one = cpp_int(1) << rest_bits;
      const bool a = rest + (cpp_int(word) << (rest_bits - 32)) >= one;
      const cpp_int b_sum = rest + ((2 * cpp_int(word) + 1) << (rest_bits - 33));
      const bool b = b_sum >= one;
      const bool c = b_sum > one || (b_sum == one && word % 2 == 0);
      const double down = round(x, f, {.mode = Rounding::toward_zero});
      const double up = round(x, f, {.mode = Rounding::away});
      const std::pair<Rounding, bool> expected[] = {{Rounding::stochastic_a, a},
                                                    {Rounding::stochastic_b, b},
                                                    {Rounding::stochastic_c, c}};
      for (const auto& [mode, goes_up] : expected) {
        ASSERT_TRUE(same_bits(round(x, f, {.mode = mode}, word), goes_up ? up : down))
            << f.name.view() << ", significand " << x.significand << ", word " << word
            << ", seed " << random.seed();
      }
    }
  }
}

// A sticky number rounds as any number that it stands for.
TEST(StochasticCases, WhateverStickyStandsFor) {
  Random random(0x5EED2105);
  for (const FormatFacts& facts : format_facts()) {
    const Format& f = facts.format;
    if (f.precision > 31) continue;
    for (int i = 0; i < 500; ++i) {
      RoundingRule rule{.mode = kStochasticModes[i % 4],
                        .random_bits = random.between(1, 32)};
      const int needed = f.precision + rule.random_bits + 1;
      const int length = random.between(needed, 64);
      const std::uint64_t top = std::uint64_t{1} << (length - 1);
      Real x{random.bits() % 2 == 0, top | (random.bits() & (top - 1)),
             random.between(f.emin - f.precision - 40, f.emax) - length, true};
      if (i % 3 == 0) x.significand |= (top - 1) >> random.between(0, length - 1);
      if (i % 3 == 1) x.significand &= ~((top - 1) >> random.between(0, length - 1));
      const auto word = static_cast<std::uint32_t>(random.bits());
      const double rounded = round(x, f, rule, word);
      // Eight bits further on the same number still is between the same thresholds.
      if (length > 56) continue;
      for (const std::uint64_t tail : {1, 128, 255}) {
        const Real some{x.negative, x.significand << 8 | tail, x.exponent - 8, false};
        ASSERT_TRUE(same_bits(rounded, round(some, f, rule, word)))
            << f.name.view() << ", " << show(rule) << " of " << rule.random_bits
            << " bits, significand " << x.significand << ", exponent " << x.exponent
            << ", word " << word << ", seed " << random.seed();
      }
    }
  }
}

template <class Function>
std::string message_of(Function function) {
  try {
    function();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "did not throw";
}

TEST(StochasticCases, RefusalsNameTheRemedy) {
  const RoundingRule rule{.mode = Rounding::stochastic_b};
  const std::string expected =
      "rounding mode 'stochastic_b' needs random bits: pass a random word, or a "
      "RandomSource for an array; where neither can be passed, take another mode";
  EXPECT_EQ(message_of([&] { round(1.0, fp16, rule); }), expected);
  EXPECT_EQ(message_of([&] { round(1.0f, fp16, rule); }), expected);
  EXPECT_EQ(message_of([&] { round(Real{false, 1, 0, false}, fp16, rule); }), expected);
  for (const int bits : {-1, 0, 33}) {
    EXPECT_EQ(message_of([&] { round(1.0, fp16, {.random_bits = bits}, 0); }),
              "random_bits must be between 1 and 32, got " + std::to_string(bits));
  }
  EXPECT_EQ(
      message_of([&] {
        round(Real{false, 0x7FFFF, 0, true}, fp16,
              {.mode = Rounding::stochastic, .random_bits = 8}, 0);
      }),
      "a sticky number needs a significand of precision + random_bits + 1 = 20 bits or "
      "more to be rounded to fp16, got 19");
}

}  // namespace
}  // namespace halfulp::testing
