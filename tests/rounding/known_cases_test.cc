// Single numbers that other software is known to round wrongly, and what is right.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "halfulp/formats/codec.h"
#include "halfulp/formats/named_formats.h"
#include "halfulp/formats/registry.h"
#include "halfulp/rounding/round.h"
#include "support/bits.h"

namespace halfulp::testing {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(KnownCases, Binary64ToBf16IsNotRoundedTwice) {
  EXPECT_SAME_BITS(round(1 + 0x1p-8 + 0x1p-30, bf16), 1.0078125);
  EXPECT_SAME_BITS(round(0.2691408770292272, bf16), 0.26953125);
}

TEST(KnownCases, Binary64ToE4m3fnIsNotRoundedTwice) {
  EXPECT_SAME_BITS(round(1 + 0x1p-4 + 0x1p-40, e4m3fn), 1.125);
  EXPECT_SAME_BITS(round(0x1p-10 + 0x1p-45, e4m3fn), 0x1p-9);
}

TEST(KnownCases, HalfTheLeastSubnormalOfBinary16) {
  EXPECT_SAME_BITS(round(0x1.0000000000001p-25, fp16), 0x1p-24);
  EXPECT_SAME_BITS(round(0x1p-25, fp16), 0.0);
  EXPECT_SAME_BITS(round(0x1.fffffep-26f, fp16), 0.0f);
}

TEST(KnownCases, IntegersAndTiesInE4m3fn) {
  EXPECT_SAME_BITS(round(101.0, e4m3fn), 104.0);
  EXPECT_SAME_BITS(round(31.0, e4m3fn), 32.0);
  EXPECT_SAME_BITS(round(4.25, e4m3fn), 4.0);
  EXPECT_SAME_BITS(round(17.0, e4m3fn), 16.0);
  EXPECT_SAME_BITS(round(19.0, e4m3fn), 20.0);
}

TEST(KnownCases, SubnormalsOfE4m3fn) {
  EXPECT_SAME_BITS(round(0.000538887, e4m3fn), 0.0);
  EXPECT_SAME_BITS(round(0.00103349, e4m3fn), 0x1p-9);
  EXPECT_SAME_BITS(decode(1, e4m3fn), 0.001953125);
  for (int m = 1; m <= 7; ++m) {
    const double value = m * 0x1p-9;
    EXPECT_SAME_BITS(decode(static_cast<std::uint64_t>(m), e4m3fn), value);
    EXPECT_SAME_BITS(round(value, e4m3fn), value);
    EXPECT_SAME_BITS(round(-value, e4m3fn), -value);
  }
}

TEST(KnownCases, E2m1fn) {
  const Format& f = e2m1fn;
  EXPECT_SAME_BITS(round(0.25, f), 0.0);
  EXPECT_SAME_BITS(round(0.25000006, f), 0.5);
  EXPECT_SAME_BITS(round(0.75, f), 1.0);
  EXPECT_SAME_BITS(round(2.5, f), 2.0);
  EXPECT_SAME_BITS(round(5.0, f), 4.0);
  EXPECT_SAME_BITS(round(7.0, f), 6.0);
}

TEST(KnownCases, Tf32InTheThreeModesThatExist) {
  const double a = 1 + 0x1p-11;
  EXPECT_SAME_BITS(round(a, tf32), 1.0);
  EXPECT_SAME_BITS(round(a, tf32, {.mode = Rounding::nearest_away}), 1 + 0x1p-10);
  EXPECT_SAME_BITS(round(a, tf32, {.mode = Rounding::toward_zero}), 1.0);
  const double b = 1 + 3 * 0x1p-11;
  EXPECT_SAME_BITS(round(b, tf32), 1 + 0x1p-9);
  EXPECT_SAME_BITS(round(b, tf32, {.mode = Rounding::nearest_away}), 1 + 0x1p-9);
  EXPECT_SAME_BITS(round(b, tf32, {.mode = Rounding::toward_zero}), 1 + 0x1p-10);
}

TEST(KnownCases, OverflowOfE4m3fn) {
  EXPECT_SAME_BITS(round(448.0, e4m3fn), 448.0);
  EXPECT_SAME_BITS(round(464.0, e4m3fn), 448.0);
  for (double x : {465.0, 480.0, 496.0, 500.0, kInfinity}) {
    EXPECT_TRUE(std::isnan(round(x, e4m3fn))) << x;
    EXPECT_FALSE(std::signbit(round(x, e4m3fn))) << x;
    EXPECT_TRUE(std::isnan(round(-x, e4m3fn))) << x;
    EXPECT_TRUE(std::signbit(round(-x, e4m3fn))) << x;
    EXPECT_EQ(encode(round(x, e4m3fn), e4m3fn), 0x7Fu) << x;
    EXPECT_EQ(encode(round(-x, e4m3fn), e4m3fn), 0xFFu) << x;
  }
  EXPECT_EQ(encode(round(-std::nan(""), e4m3fn), e4m3fn), 0xFFu);
}

// 480 is a number of the format of the same name that has no special codes.
TEST(KnownCases, TheThreeFormatsCalledE4m3) {
  const Format without_specials{"e4m3", 8, 4, 8, -6, Specials::none};
  EXPECT_EQ(e4m3.max(), 240);
  EXPECT_EQ(e4m3fn.max(), 448);
  EXPECT_EQ(without_specials.max(), 480);
  EXPECT_SAME_BITS(round(256.0, e4m3), kInfinity);
  EXPECT_SAME_BITS(round(448.0, e4m3), kInfinity);
  const RoundingRule saturate{.overflow = Overflow::saturate_finite};
  EXPECT_SAME_BITS(round(448.0, e4m3, saturate), 240.0);
  EXPECT_SAME_BITS(round(480.0, e4m3fn, saturate), 448.0);
  EXPECT_SAME_BITS(round(465.0, without_specials), 480.0);
  EXPECT_SAME_BITS(round(496.0, without_specials), 480.0);
}

TEST(KnownCases, SaturationOfE4m3fn) {
  for (Overflow overflow : {Overflow::saturate_finite, Overflow::saturate_propagate}) {
    for (double x : {465.0, 480.0, 500.0, 1e9, kInfinity}) {
      EXPECT_SAME_BITS(round(x, e4m3fn, {.overflow = overflow}), 448.0);
      EXPECT_SAME_BITS(round(-x, e4m3fn, {.overflow = overflow}), -448.0);
    }
  }
  EXPECT_SAME_BITS(round(kInfinity, e4m3fn, {.inf_input = InfInput::max}), 448.0);
}

TEST(KnownCases, OverflowOfE5m2) {
  EXPECT_SAME_BITS(round(61440.0, e5m2), kInfinity);
  EXPECT_SAME_BITS(round(61439.0, e5m2), 57344.0);
  const RoundingRule saturate{.overflow = Overflow::saturate_propagate};
  EXPECT_SAME_BITS(round(58000.0, e5m2, saturate), 57344.0);
  EXPECT_SAME_BITS(round(kInfinity, e5m2, saturate), kInfinity);
  EXPECT_SAME_BITS(round(kInfinity, e5m2, {.overflow = Overflow::saturate_finite}),
                   57344.0);
}

TEST(KnownCases, OverflowOfBinary16) {
  EXPECT_SAME_BITS(round(70000.0, fp16), kInfinity);
  EXPECT_SAME_BITS(round(65519.0, fp16), 65504.0);
  EXPECT_SAME_BITS(round(65520.0, fp16), kInfinity);
  EXPECT_SAME_BITS(round(kInfinity, fp16), kInfinity);
  EXPECT_TRUE(std::isnan(round(std::nan(""), fp16)));
}

// Each by its distance from zero in quanta of 2^-24, with the tie below, above and at half.
TEST(KnownCases, NegativeSubnormalsOfBinary16) {
  for (int quanta = 0; quanta < 1024; ++quanta) {
    const double least = -0x1p-24;
    const double tie = (quanta + 0.5) * least;
    const int even = quanta % 2 == 0 ? quanta : quanta + 1;
    EXPECT_SAME_BITS(round(quanta * least, fp16), quanta * least);
    EXPECT_SAME_BITS(round(tie, fp16), even * least);
    EXPECT_SAME_BITS(round(std::nextafter(tie, 0), fp16), quanta * least);
    EXPECT_SAME_BITS(round(std::nextafter(tie, -1), fp16), (quanta + 1) * least);
  }
}

TEST(KnownCases, FnuzHasNoMinusZero) {
  EXPECT_SAME_BITS(round(-1e-5, e4m3fnuz), 0.0);
  EXPECT_EQ(encode(round(-1e-5, e4m3fnuz), e4m3fnuz), 0u);
  for (const Format& f : {e4m3fnuz, e5m2fnuz, e4m3b11fnuz}) {
    EXPECT_SAME_BITS(round(-0.0, f), 0.0);
    EXPECT_SAME_BITS(round(-1e-6, f), 0.0);
    EXPECT_TRUE(std::isnan(round(kInfinity, f)));
    EXPECT_TRUE(std::isnan(round(-kInfinity, f)));
    EXPECT_FALSE(std::signbit(round(-kInfinity, f)));
    EXPECT_EQ(encode(round(-0.0, f), f), 0x00u);
    EXPECT_EQ(encode(round(kInfinity, f), f), 0x80u);
    EXPECT_EQ(encode(round(-kInfinity, f), f), 0x80u);
    const RoundingRule saturate{.overflow = Overflow::saturate_finite};
    EXPECT_SAME_BITS(round(-kInfinity, f, saturate), -f.max());
  }
  EXPECT_SAME_BITS(round(-0.0, e4m3fn), -0.0);
}

TEST(KnownCases, NansStayNans) {
  for (std::uint32_t pattern : {0x7F800001u, 0x7FFFFFFFu, 0xFF800001u, 0xFFFFFFFFu}) {
    const float nan = std::bit_cast<float>(pattern);
    for (const Format& f : {bf16, fp16, tf32, e5m2, e4m3fn}) {
      EXPECT_TRUE(std::isnan(round(nan, f)));
      EXPECT_EQ(std::signbit(round(nan, f)), std::signbit(nan));
    }
  }
}

TEST(KnownCases, MinusZeroInEveryMode) {
  for (Rounding mode : {Rounding::nearest_even, Rounding::nearest_away,
                        Rounding::toward_zero, Rounding::up, Rounding::odd}) {
    EXPECT_SAME_BITS(round(-0.0, fp16, {.mode = mode}), -0.0);
  }
  EXPECT_SAME_BITS(round(-1e-30, fp16, {.mode = Rounding::up}), -0.0);
  EXPECT_SAME_BITS(round(-1e-30, fp16, {.mode = Rounding::down}), -0x1p-24);
}

TEST(KnownCases, E8m0fnu) {
  const Format& f = e8m0fnu;
  const RoundingRule saturate{.overflow = Overflow::saturate_finite};
  EXPECT_TRUE(std::isnan(round(-1.0, f)));
  EXPECT_SAME_BITS(round(-1.0, f, saturate), 0x1p-127);
  EXPECT_TRUE(std::isnan(round(0.0, f)));
  EXPECT_SAME_BITS(round(0.0, f, saturate), 0x1p-127);
  EXPECT_SAME_BITS(round(0x1p-128, f), 0x1p-127);
  EXPECT_SAME_BITS(round(1.125, f, {.mode = Rounding::up}), 2.0);
  EXPECT_SAME_BITS(round(5.0, f, {.mode = Rounding::up}), 8.0);
  EXPECT_SAME_BITS(round(2.9, f), 2.0);
  EXPECT_TRUE(std::isnan(round(3.4e38, f)));
  EXPECT_SAME_BITS(round(3.4e38, f, saturate), 0x1p127);
  EXPECT_SAME_BITS(decode(134, f), 128.0);
  EXPECT_TRUE(std::isnan(decode(255, f)));
  EXPECT_EQ(encode(round(0x1p-128, f), f), 0u);
}

TEST(KnownCases, RoundToOddOverflow) {
  EXPECT_SAME_BITS(round(1e9, fp16, {.mode = Rounding::odd}), 65504.0);
  EXPECT_SAME_BITS(round(65520.0, fp16, {.mode = Rounding::odd}), 65504.0);
  // P3109 v4.0, SatNone: infinity in signed formats, the largest number in unsigned ones.
  const RoundingRule rule{.mode = Rounding::odd, .overflow = Overflow::none};
  EXPECT_SAME_BITS(round(1e9, Binary8p3se, rule), kInfinity);
  EXPECT_SAME_BITS(round(1e12, format_named("Binary8p3ue"), rule), 1.25 * 0x1p31);
  EXPECT_TRUE(std::isnan(round(-1.0, format_named("Binary8p3ue"), rule)));
  EXPECT_TRUE(std::isnan(round(1e9, format_named("Binary8p3sf"), rule)));
}

TEST(KnownCases, Precision1TiesGoToTheEvenCode) {
  const Format& f = Binary8p1se;  // code of 2^e: e + 64
  EXPECT_SAME_BITS(round(1.5, f), 1.0);
  EXPECT_SAME_BITS(round(3.0, f), 4.0);
  EXPECT_SAME_BITS(round(0.75, f), 1.0);
  EXPECT_SAME_BITS(round(0x1p-64, f), 0.0);  // between codes 0 and 1
}

TEST(KnownCases, HiFloat8) {
  const Format& f = hif8;
  EXPECT_SAME_BITS(round(40960.0, f), 32768.0);  // 1.25 * 2^15, the midpoint
  EXPECT_SAME_BITS(round(40961.0, f), kInfinity);
  EXPECT_SAME_BITS(round(40960.0, f, {.mode = Rounding::nearest_away}), kInfinity);
  EXPECT_SAME_BITS(round(1.0625, f), 1.0);             // four bits near 1
  EXPECT_SAME_BITS(round(18.0, f), 16.0);              // three from 16 on: 16, 20, ...
  EXPECT_SAME_BITS(round(320.0, f), 256.0);            // two from 256 on: 256, 384, ...
  EXPECT_SAME_BITS(round(1.5 * 0x1p-20, f), 0x1p-19);  // codes 3 and 4
  EXPECT_SAME_BITS(round(1.5 * 0x1p-21, f), 0x1p-21);  // codes 2 and 3
}

TEST(KnownCases, MxInt8) {
  const Format& f = mxint8;
  EXPECT_SAME_BITS(round(1.99, f), 1.984375);
  EXPECT_SAME_BITS(round(-1.995, f), -2.0);
  EXPECT_SAME_BITS(round(-3.0, f), -2.0);
  EXPECT_SAME_BITS(round(3 * 0x1p-7, f), 0x1p-5);
  EXPECT_SAME_BITS(round(-0x1p-7, f), 0.0);
}

}  // namespace
}  // namespace halfulp::testing
