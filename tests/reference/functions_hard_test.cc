// Arguments whose values are hardest to round, and those at the ends of the range.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "halfulp/reference/functions.h"
#include "support/function_oracle.h"
#include "support/reference_cases.h"

namespace halfulp {
namespace {

using reference::evaluate;
using reference::Function;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kMax = std::numeric_limits<double>::max();
constexpr double kTiny = std::numeric_limits<double>::denorm_min();

struct Argument {
  Function function;
  double x;
};

void expect_correct(Function f, double x, const Format& format) {
  const oracle::Enclosure value = oracle::enclosure(f, x);
  for (Rounding mode : kModes) {
    const double expected = oracle::rounded(value.low, format, mode);
    ASSERT_TRUE(same_bits(expected, oracle::rounded(value.high, format, mode)))
        << "the oracle is undecided at " << hex_float(x);
    EXPECT_TRUE(same_bits(expected, evaluate(f, x, format, {.mode = mode})))
        << name_of(f) << '(' << hex_float(x) << "), " << format.name.view() << ", "
        << mode_name(mode);
  }
}

// More than 42 equal bits follow the round bit of the value in binary64. V. Lefevre and
// J.-M. Muller, ARITH-15 (2001), and the collections of hard cases of the CORE-MATH project
// (core-math.gitlabpages.inria.fr), where log has the longest run of all, 64 bits.
constexpr Argument kHardest[] = {
    {Function::exp, 0x1.9e9cbbfd6080bp-31},  {Function::exp, 0x1.accfbe46b4efp-1},
    {Function::exp, 0x1.d6479eba7c971p+8},   {Function::exp, -0x1.22e24fa3d5cf9p-1},
    {Function::log, 0x1.62a88613629b6p+678}, {Function::log, 0x1.c90810d354618p+245},
    {Function::log, 0x1.a8c02e974c315p+25},  {Function::sin, 0x1.e0000000001c2p-20},
    {Function::sin, 0x1.1fa6b462b1c81p+1},   {Function::cos, 0x1.8000000000009p-23},
    {Function::cos, 0x1.06b505550e6b2p-9},   {Function::cos, 0x1.00147eec5cfa5p+0},
    {Function::tanh, 0x1.0e000000280b9p-16}, {Function::tanh, 0x1.30fc1931f09c9p+4},
    {Function::erf, 0x1.6d5ad4307dd52p-7},   {Function::erf, 0x1.3c734d93cf5p-61},
    {Function::erfc, 0x1.c5bf891b4ef6bp-55}, {Function::rsqrt, 0x1.a6a9cc15abccep+0},
    {Function::rsqrt, 0x1.c562b857453ddp+1}, {Function::rsqrt, 0x0.fffffffffffffp-1022},
    {Function::sqrt, 0x1.0000000000001p+0},  {Function::sqrt, 0x1.fffffffffffffp+1}};

TEST(ReferenceFunctions, HardestToRound) {
  for (const auto& [f, x] : kHardest) {
    expect_correct(f, x, fp64);
    int most = 0;
    for (Rounding mode : kModes) {
      reference::ZivStatistics statistics;
      evaluate(f, x, fp64, {.mode = mode}, reference::kZivExtraBits, &statistics);
      most = std::max(most, statistics.evaluations);
    }
    // 14 extra bits and 28 do not suffice.
    EXPECT_GE(most, 3) << name_of(f) << '(' << hex_float(x) << ')';
  }
}

TEST(ReferenceFunctions, HugeAndTinyArguments) {
  for (Function f : {Function::exp, Function::tanh, Function::erf, Function::erfc,
                     Function::sin, Function::cos}) {
    for (double magnitude : {kTiny,
                             0x1.8p-1050,
                             0x1p-1022,
                             0x1p-500,
                             0x1p-66,
                             0x1p-65,
                             0x1.ffffffffffffep-65,
                             0x1p-64,
                             0x1.8p-62,
                             0x1p-55,
                             0x1.fffffffffffffp-33,
                             0x1p-32,
                             0x1.8p-30,
                             0x1p-27,
                             5.81,
                             5.9,
                             7.9,
                             0x1.fffffffffffffp+2,
                             8.0,
                             19.0,
                             26.5,
                             27.1,
                             27.3,
                             0x1.fffffffffffffp+4,
                             32.0,
                             0x1.fffffffffffffp+9,
                             1024.0,
                             709.78,
                             744.2,
                             745.1,
                             745.14,
                             1e5,
                             0x1p62,
                             0x1p1000,
                             0x1p1023,
                             kMax}) {
      for (double x : {magnitude, -magnitude}) {
        for (const Format& format : kTestedFormats) expect_correct(f, x, format);
      }
    }
  }
  // K. C. Ng, Argument reduction for huge arguments: good to the last bit (1992).
  EXPECT_EQ(evaluate(Function::sin, 1e22), -0.8522008497671888017727);
}

TEST(ReferenceFunctions, GeluBesideItsLimits) {
  for (Function f : {Function::gelu_erf, Function::gelu_tanh}) {
    for (double magnitude :
         {0x1p-900, 0x1p-66, 0x1p-65, 0x1.ffffffffffffep-66, 0x1p-64, 0x1p-30, 6.0, 9.0,
          0x1.fffffffffffffp+3, 16.0, 25.0, 38.0, 39.0, 40.0}) {
      for (double x : {magnitude, -magnitude}) {
        for (const Format& format : kTestedFormats) expect_correct(f, x, format);
      }
    }
    for (double x : {64.0, 1e10, kMax}) {  // just below x
      EXPECT_EQ(evaluate(f, x), x);
      EXPECT_EQ(evaluate(f, x, fp64, {.mode = Rounding::up}), x);
      EXPECT_EQ(evaluate(f, x, fp64, {.mode = Rounding::down}), std::nextafter(x, 0));
      EXPECT_EQ(evaluate(f, x, fp64, {.mode = Rounding::toward_zero}),
                std::nextafter(x, 0));
    }
    for (double x : {-0x1.fffffffffffffp+5, -64.0, -1e10, -kMax}) {  // just below 0
      EXPECT_TRUE(same_bits(-0.0, evaluate(f, x)));
      EXPECT_TRUE(same_bits(-0.0, evaluate(f, x, fp64, {.mode = Rounding::up})));
      EXPECT_EQ(evaluate(f, x, fp64, {.mode = Rounding::down}), -kTiny);
      EXPECT_EQ(evaluate(f, x, bf16, {.mode = Rounding::odd}), -0x1p-133);
    }
    // kTiny / 2 times 1 + something and 1 - something: beside the midpoint of 0 and kTiny.
    EXPECT_EQ(evaluate(f, kTiny), kTiny);
    EXPECT_TRUE(same_bits(-0.0, evaluate(f, -kTiny)));
    EXPECT_EQ(evaluate(f, -3 * kTiny), -kTiny);
  }
}

TEST(ReferenceFunctions, OverflowAndUnderflowFollowTheMode) {
  for (double x : {710.0, 1024.0, 1e18, kMax}) {
    EXPECT_EQ(evaluate(Function::exp, x), kInfinity);
    EXPECT_EQ(evaluate(Function::exp, x, fp64, {.mode = Rounding::down}), kMax);
    EXPECT_EQ(evaluate(Function::exp, x, fp64, {.mode = Rounding::odd}), kMax);
    EXPECT_TRUE(same_bits(0.0, evaluate(Function::exp, -x - 40)));
    EXPECT_EQ(evaluate(Function::exp, -x - 40, fp64, {.mode = Rounding::up}), kTiny);
    EXPECT_EQ(evaluate(Function::erfc, x, fp64, {.mode = Rounding::up}), kTiny);
    EXPECT_EQ(evaluate(Function::erfc, x, fp64, {.mode = Rounding::odd}), kTiny);
    EXPECT_TRUE(same_bits(
        0.0, evaluate(Function::erfc, x, fp64,
                      {.mode = Rounding::up, .subnormals = Subnormals::flush_output})));
  }
  EXPECT_EQ(evaluate(Function::tanh, 1e300, fp64, {.mode = Rounding::down}),
            1 - 0x1p-53);
  EXPECT_EQ(evaluate(Function::tanh, -1e300, e4m3fn, {.mode = Rounding::up}), -0.9375);
}

}  // namespace
}  // namespace halfulp
