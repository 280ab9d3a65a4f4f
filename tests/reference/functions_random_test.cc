// Every function at random arguments, in all modes, against an oracle of 300 bits.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "halfulp/reference/functions.h"
#include "support/function_oracle.h"
#include "support/reference_cases.h"

namespace halfulp {
namespace {

using reference::Function;

bool is_slow(Function f) {
  return f == Function::erf || f == Function::erfc || f == Function::gelu_erf ||
         f == Function::gelu_tanh;
}

bool wants_positive(Function f) {
  return f == Function::log || f == Function::sqrt || f == Function::rsqrt;
}

// Arguments where the value is neither 0 nor 1 nor infinite, and any; binary32 and binary64.
double draw(Function f, std::mt19937_64& random) {
  double x = 0;
  switch (random() % 4) {
    case 0:
      x = with_exponent(random, -70, f == Function::exp ? 9 : 4);
      break;
    case 1:
      x = with_exponent(random, -3, 3);
      break;
    case 2:  // binary32
      x = std::bit_cast<double>(
          std::bit_cast<std::uint64_t>(with_exponent(random, -30, 6)) &
          0xFFFFFFFFE0000000);
      break;
    default:  // gelu's oracle takes long where the value is next to x, or tiny
      x = is_slow(f) ? with_exponent(random, -1000, 2) : any_finite(random);
      break;
  }
  return wants_positive(f) ? std::abs(x) : x;
}

class RandomArguments : public testing::TestWithParam<Function> {};

void expect_correct(Function f, double x, const Format& format, std::uint64_t seed) {
  const oracle::Enclosure value = oracle::enclosure(f, x);
  const oracle::Place low = oracle::place_of(value.low, format);
  const oracle::Place high = oracle::place_of(value.high, format);
  for (Rounding mode : kModes) {
    const double expected = oracle::rounded(low, format, mode);
    ASSERT_TRUE(same_bits(expected, oracle::rounded(high, format, mode)))
        << "the oracle is undecided at " << hex_float(x);
    ASSERT_TRUE(same_bits(expected, reference::evaluate(f, x, format, {.mode = mode})))
        << name_of(f) << '(' << hex_float(x) << "), " << format.name.view() << ", "
        << mode_name(mode) << ", seed " << seed;
  }
}

TEST_P(RandomArguments, AreCorrectlyRounded) {
  const Function f = GetParam();
  const std::uint64_t seed = 20;
  std::mt19937_64 random(seed);
  const int count = is_slow(f) ? 1500 : 15000;
  for (int i = 0; i < count; ++i) {
    const double x = draw(f, random);
    if (x == 0) continue;
    const Format& format =
        i % 2 == 0 ? (i % 4 == 0 ? fp64 : fp32) : kTestedFormats[random() % 6];
    expect_correct(f, x, format, seed);
    if (HasFatalFailure()) return;
  }
}

std::string test_name(const testing::TestParamInfo<Function>& info) {
  return std::string(name_of(info.param));
}

INSTANTIATE_TEST_SUITE_P(ReferenceFunctions, RandomArguments,
                         testing::ValuesIn(reference::all_functions().begin(),
                                           reference::all_functions().end()),
                         test_name);

TEST(ReferenceFunctions, SinAndCosNextToTheirZeros) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 2000; ++i) {
    const auto k = static_cast<double>(random() >> (11 + random() % 53));
    const double x = k * (std::numbers::pi / 2);  // within some ulps of a zero
    if (x == 0) continue;
    expect_correct(Function::sin, x, fp64, 7);
    expect_correct(Function::cos, x, fp32, 7);
    if (HasFatalFailure()) return;
  }
}

TEST(ReferenceFunctions, LogNextToOne) {
  for (int e = 1; e <= 52; ++e) {
    expect_correct(Function::log, 1 + std::ldexp(1, -e), fp64, 0);
    expect_correct(Function::log, 1 - std::ldexp(1, -e - 1), fp64, 0);
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace halfulp
