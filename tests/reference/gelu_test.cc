// Published figures.

#include <gtest/gtest.h>

#include <cmath>

#include "halfulp/reference/functions.h"

namespace halfulp {
namespace {

TEST(ReferenceGelu, TheTwoFormsDifferMostWherePublished) {
  double greatest = 0, where = 0;
  for (int i = -3000; i <= 3000; ++i) {
    const double x = 2.698941 + 1e-6 * i;
    const double difference = reference::gelu_tanh(x) - reference::gelu_erf(x);
    if (std::abs(difference) > greatest) {
      greatest = std::abs(difference);
      where = x;
    }
  }
  // Half a unit of the last published digit; the differences are exact to 2^-52.
  EXPECT_NEAR(greatest, 4.732355e-4, 0.5e-10);
  EXPECT_NEAR(where, 2.698941, 0.5e-6 + 1e-6);  // and the step of the search
  // Nowhere else is it larger.
  for (int i = -8000; i <= 8000; ++i) {
    const double x = 1e-3 * i;
    EXPECT_LE(std::abs(reference::gelu_tanh(x) - reference::gelu_erf(x)), greatest);
  }
}

TEST(ReferenceFunctions, KnownValues) {
  // Abramowitz and Stegun, table 7.1 and chapter 1, to the digits that binary64 holds.
  EXPECT_EQ(reference::erf(1.0), 0.84270079294971486934);
  EXPECT_EQ(reference::erfc(1.0), 0.15729920705028513066);
  EXPECT_EQ(reference::exp(1.0), 2.71828182845904523536);
  EXPECT_EQ(reference::log(2.0), 0.69314718055994530942);
  EXPECT_EQ(reference::log(10.0), 2.30258509299404568402);
  EXPECT_EQ(reference::sqrt(2.0), 1.41421356237309504880);
  EXPECT_EQ(reference::rsqrt(2.0), 0.70710678118654752440);
  EXPECT_EQ(reference::sin(1.0), 0.84147098480789650665);
  EXPECT_EQ(reference::cos(1.0), 0.54030230586813971740);
  EXPECT_EQ(reference::tanh(1.0), 0.76159415595576488812);
  // x Phi(x) at 1, with Phi(1) = 0.84134474606854294859.
  EXPECT_EQ(reference::gelu_erf(1.0), 0.84134474606854294859);
}

}  // namespace
}  // namespace halfulp
