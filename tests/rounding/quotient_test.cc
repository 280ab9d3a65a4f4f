#include "halfulp/rounding/quotient.h"

#include <gtest/gtest.h>

#include <bit>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>

#include "support/bits.h"
#include "support/rounding_points.h"

namespace halfulp {
namespace {

using Rational = boost::multiprecision::cpp_rational;
using Integer = boost::multiprecision::cpp_int;

Rational power(int e) {
  const Integer two_to = Integer(1) << std::abs(e);
  return e < 0 ? Rational(1, two_to) : Rational(two_to);
}

Rational exact(double x) {
  int e = 0;
  const double significand = std::frexp(x, &e);
  return Rational(static_cast<long long>(std::ldexp(significand, 53))) * power(e - 53);
}

// Whether x is what it says of `expected`, with as many bits as promised.
void expect_is(const Real& x, const Rational& expected, bool negative,
               const std::string& what) {
  EXPECT_EQ(x.negative, negative) << what;
  if (expected == 0) {
    EXPECT_TRUE(x.significand == 0 && !x.sticky) << what;
    return;
  }
  EXPECT_GE(std::bit_width(x.significand), 63) << what;
  const Rational lower = Rational(Integer(x.significand)) * power(x.exponent);
  const Rational upper = Rational(Integer(x.significand) + 1) * power(x.exponent);
  const Rational magnitude = expected < 0 ? Rational(-expected) : expected;
  if (x.sticky) {
    EXPECT_TRUE(lower < magnitude && magnitude < upper) << what;
  } else {
    EXPECT_TRUE(lower == magnitude) << what;
  }
}

class QuotientTest : public ::testing::Test {
 protected:
  static void check(double x, double y) {
    const std::string what = testing::show(x) + " and " + testing::show(y);
    const bool negative = std::signbit(x) != std::signbit(y);
    if (y != 0) expect_is(quotient(x, y), exact(x) / exact(y), negative, what);
    expect_is(product(x, y), exact(x) * exact(y), negative, what);
  }
};

TEST_F(QuotientTest, EqualsRationals) {
  testing::Random random(20);
  const double edges[] = {0.0,
                          -0.0,
                          1.0,
                          -3.0,
                          0x1p-1074,
                          0x1.fffffffffffffp1023,
                          0x1.fffffffffffffp-1022,
                          0x1.0000000000001p0,
                          7.0,
                          448.0};
  for (double x : edges) {
    for (double y : edges) check(x, y);
  }
  for (int i = 0; i < 20000; ++i) {
    const double x = random.any_double();
    const double y = random.between(0, 1) == 0
                         ? random.any_double()
                         : static_cast<double>(random.between(1, 99));
    check(x, y);
    if (HasFailure()) FAIL() << "seed " << random.seed() << ", pair " << i;
  }
}

TEST_F(QuotientTest, ExactProductsAreExact) {
  testing::Random random(21);
  for (int i = 0; i < 20000; ++i) {
    const double x =
        std::ldexp(random.between(-(1 << 24), 1 << 24), random.between(-400, 400));
    const double y =
        std::ldexp(random.between(-(1 << 24), 1 << 24), random.between(-400, 400));
    // 48 bits in the middle of binary64's range: the processor's product is exact.
    EXPECT_SAME_BITS(exact_product(x, y), x * y);
  }
  EXPECT_SAME_BITS(exact_product(0x1p-1074, 0x1p100), 0x1p-974);
  EXPECT_SAME_BITS(exact_product(0x1p-1000, -0x1p-74), -0x1p-1074);
}

}  // namespace
}  // namespace halfulp
