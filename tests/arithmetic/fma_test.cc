// Rounded to binary64 and to nearest, multiply_add is the processor's (or the C library's)
// fma and multiply its product; rounded to binary32, a binary32 product and fma.

#include <gtest/gtest.h>

#include <cmath>

#include "arithmetic/hard_triples.h"
#include "halfulp/arithmetic/dot.h"
#include "halfulp/formats/named_formats.h"
#include "support/bits.h"

namespace halfulp::testing {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

double canonical(double x) { return std::isnan(x) ? kNaN : x; }

void expect_fma(double a, double b, double c, Random& random) {
  ASSERT_TRUE(same_bits(multiply_add(a, b, c, fp64), canonical(std::fma(a, b, c))))
      << "seed " << random.seed() << ": " << show(a) << ", " << show(b) << ", "
      << show(c);
  ASSERT_TRUE(same_bits(multiply(a, b, fp64), canonical(a * b)))
      << "seed " << random.seed() << ": " << show(a) << ", " << show(b);
}

TEST(Fma, HardTriples) {
  Random random(0x5EED0015);
  for (int i = 0; i < 2000000; ++i) {
    const Triple t = hard_triple(random);
    expect_fma(t.a, t.b, t.c, random);
    if (HasFatalFailure()) return;
  }
}

TEST(Fma, AnyBits) {
  Random random(0x5EED0016);
  for (int i = 0; i < 1000000; ++i) {
    const auto any = [&] { return std::bit_cast<double>(random.bits()); };
    expect_fma(any(), any(), any(), random);
    if (HasFatalFailure()) return;
  }
}

// The product of two random numbers is subnormal or nearly so, and c is as small.
TEST(Fma, SubnormalResults) {
  Random random(0x5EED0017);
  for (int i = 0; i < 1000000; ++i) {
    const double a = std::ldexp(random.near_one(10), -500);
    const double b = std::ldexp(random.near_one(30), -550);
    const double c = std::bit_cast<double>(random.bits() >> random.between(9, 63));
    expect_fma(a, b, i % 2 == 0 ? c : -c, random);
    if (HasFatalFailure()) return;
  }
}

TEST(Fma, Binary32) {
  Random random(0x5EED0018);
  for (int i = 0; i < 1000000; ++i) {
    const auto any = [&] {
      return std::bit_cast<float>(static_cast<std::uint32_t>(random.bits()));
    };
    const float a = any(), b = any(), c = any();
    if (std::isnan(a) || std::isnan(b) || std::isnan(c)) continue;
    const double expected = canonical(static_cast<double>(std::fma(a, b, c)));
    ASSERT_TRUE(same_bits(multiply_add(static_cast<double>(a), static_cast<double>(b),
                                       static_cast<double>(c), fp32),
                          expected))
        << "seed " << random.seed() << ": " << show(a) << ", " << show(b) << ", "
        << show(c);
  }
}

}  // namespace
}  // namespace halfulp::testing
