#include "halfulp/reference/mpfr_number.h"

#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>

#include "support/reference_cases.h"
#include "support/reference_oracle.h"

namespace halfulp {
namespace {

using reference::MpfrNumber;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kMax = std::numeric_limits<double>::max();
constexpr double kTiny = std::numeric_limits<double>::denorm_min();

// Numbers of 1 to 200 bits around the range of each format: exact, and the truncation of a
// number half a unit farther away.
TEST(ReferenceRound, IsOneRounding) {
  const std::uint64_t seed = 3;
  std::mt19937_64 random(seed);
  gmp_randstate_t state;
  gmp_randinit_mt(state);
  for (std::size_t i = 0; i < 6000; ++i) {
    const Format& format = kTestedFormats[i % 6];
    const auto bits = static_cast<mpfr_prec_t>(1 + random() % 200);
    MpfrNumber x(bits);
    mpfr_urandomb(x.get(), state);
    if (mpfr_zero_p(x.get())) continue;
    const int least = format.emin - format.precision - 3;
    const auto spread = static_cast<unsigned>(format.emax + 4 - least);
    mpfr_set_exp(x.get(), least + static_cast<int>(random() % spread));
    if (random() % 2 == 0) mpfr_neg(x.get(), x.get(), MPFR_RNDN);
    const oracle::Dyadic exact = oracle::dyadic_of(static_cast<mpfr_srcptr>(x.get()));
    const oracle::Dyadic half_unit{mpfr_sgn(x.get()), mpfr_get_exp(x.get()) - bits - 1};
    for (Rounding mode : kModes) {
      const RoundingRule rule{.mode = mode};
      ASSERT_TRUE(same_bits(oracle::rounded(exact, format, mode),
                            reference::round(x.get(), false, format, rule)))
          << "seed " << seed << ", i " << i << ", " << mode_name(mode);
      if (bits < 64) continue;
      ASSERT_TRUE(same_bits(oracle::rounded(exact + half_unit, format, mode),
                            reference::round(x.get(), true, format, rule)))
          << "inexact, seed " << seed << ", i " << i << ", " << mode_name(mode);
    }
  }
  gmp_randclear(state);
  mpfr_free_cache();
}

TEST(ReferenceRound, ZerosInfinitiesAndNans) {
  MpfrNumber x(64);
  EXPECT_TRUE(same_bits(kNan, reference::round(x.get(), false, fp64, {})));
  EXPECT_THROW(reference::round(x.get(), false, fp64, {.nan = NanRule::error}),
               std::invalid_argument);
  for (int sign : {1, -1}) {
    mpfr_set_zero(x.get(), sign);
    EXPECT_TRUE(same_bits(sign * 0.0, reference::round(x.get(), false, fp64, {})));
    mpfr_set_inf(x.get(), sign);
    EXPECT_TRUE(
        same_bits(sign * kInfinity, reference::round(x.get(), false, fp64, {})));
    EXPECT_THROW(
        reference::round(x.get(), false, e4m3fn, {.inf_input = InfInput::error}),
        std::invalid_argument);
  }
}

// What MPFR cannot hold is still a nonzero finite number.
TEST(ReferenceRound, InexactZerosAndInfinitiesAreNumbers) {
  MpfrNumber x(64);
  mpfr_set_zero(x.get(), 1);
  EXPECT_TRUE(same_bits(0.0, reference::round(x.get(), true, fp64, {})));
  EXPECT_EQ(reference::round(x.get(), true, fp64, {.mode = Rounding::up}), kTiny);
  mpfr_set_zero(x.get(), -1);
  EXPECT_TRUE(
      same_bits(-0.0, reference::round(x.get(), true, fp64, {.mode = Rounding::up})));
  EXPECT_EQ(reference::round(x.get(), true, fp64, {.mode = Rounding::odd}), -kTiny);
  mpfr_set_inf(x.get(), -1);
  EXPECT_EQ(reference::round(x.get(), true, fp64, {.mode = Rounding::up}), -kMax);
  EXPECT_EQ(reference::round(x.get(), true, fp64, {}), -kInfinity);
  EXPECT_EQ(
      reference::round(x.get(), true, fp64, {.overflow = Overflow::saturate_propagate}),
      -kMax);
}

TEST(ReferenceRound, ExponentsBeyondAnInt) {
  const mpfr_exp_t emin = mpfr_get_emin(), emax = mpfr_get_emax();
  mpfr_set_emin(mpfr_get_emin_min());
  mpfr_set_emax(mpfr_get_emax_max());
  MpfrNumber x(1.5, 100);
  mpfr_set_exp(x.get(), mpfr_get_emax_max());
  EXPECT_EQ(reference::round(x.get(), false, fp64, {}), kInfinity);
  EXPECT_EQ(reference::round(x.get(), false, fp64, {.mode = Rounding::down}), kMax);
  mpfr_set_exp(x.get(), mpfr_get_emin_min());
  EXPECT_TRUE(same_bits(0.0, reference::round(x.get(), false, fp64, {})));
  EXPECT_EQ(reference::round(x.get(), false, bf16, {.mode = Rounding::up}), 0x1p-133);
  mpfr_set_emin(emin);
  mpfr_set_emax(emax);
}

TEST(ReferenceRound, RefusesInexactNumbersOfTooFewBits) {
  const MpfrNumber x(1.0, 63);
  EXPECT_THROW(reference::round(x.get(), true, fp64, {}), std::invalid_argument);
  EXPECT_EQ(reference::round(x.get(), false, fp64, {}), 1.0);
}

}  // namespace
}  // namespace halfulp
