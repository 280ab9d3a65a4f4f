// Integer arithmetic on binary64 against the C library and the processor.

#include "halfulp/base/binary64.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "support/bits.h"
#include "support/rounding_points.h"

namespace halfulp::testing {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Any bit pattern, with the special exponents as frequent as the others together.
double any_bits(Random& random) {
  const std::uint64_t pattern = random.bits();
  switch (random.between(0, 3)) {
    case 0:
      return std::bit_cast<double>(pattern & 0x800FFFFFFFFFFFFF);
    case 1:
      return std::bit_cast<double>(pattern | 0x7FF0000000000000);
    default:
      return std::bit_cast<double>(pattern);
  }
}

TEST(Binary64, Classification) {
  Random random(0x5EED0010);
  for (int i = 0; i < 100000; ++i) {
    const double x = any_bits(random);
    ASSERT_EQ(sign_bit(x), std::signbit(x));
    ASSERT_EQ(is_not_a_number(x), std::isnan(x));
    ASSERT_EQ(is_infinite(x), std::isinf(x));
    ASSERT_EQ(is_zero(x), x == 0);
  }
  EXPECT_TRUE(is_infinite(kInfinity) && is_infinite(-kInfinity) &&
              !is_not_a_number(kInfinity));
  EXPECT_TRUE(is_zero(0.0) && is_zero(-0.0) && sign_bit(-0.0));
  EXPECT_SAME_BITS(kPositiveInfinity, kInfinity);
  EXPECT_SAME_BITS(kQuietNan, std::numeric_limits<double>::quiet_NaN());
}

TEST(Binary64, UnpackAndPack) {
  Random random(0x5EED0011);
  for (int i = 0; i < 100000; ++i) {
    const double x = any_bits(random);
    if (!std::isfinite(x)) continue;
    const Unpacked u = unpack_magnitude(x);
    ASSERT_LT(u.significand, std::uint64_t{1} << 53);
    ASSERT_TRUE(same_bits(std::ldexp(static_cast<double>(u.significand), u.exponent),
                          std::fabs(x)));
    ASSERT_TRUE(same_bits(pack_magnitude(u.significand, u.exponent), std::fabs(x)));
    if (x != 0) {
      ASSERT_EQ(floor_log2(u.significand, u.exponent), std::ilogb(x));
    }
    ASSERT_TRUE(same_bits(with_sign(x, true), -std::fabs(x)));
    ASSERT_TRUE(same_bits(with_sign(x, false), std::fabs(x)));
  }
}

TEST(Binary64, PackTakesAnySignificand) {
  EXPECT_SAME_BITS(pack_magnitude(0, 5000), 0.0);
  EXPECT_SAME_BITS(pack_magnitude(1, 1023), 0x1p1023);
  EXPECT_SAME_BITS(pack_magnitude(1, 1024), kInfinity);
  EXPECT_SAME_BITS(pack_magnitude(std::uint64_t{1} << 63, -1137), 0x1p-1074);
  EXPECT_SAME_BITS(pack_magnitude(std::uint64_t{3} << 62, -1136), 1.5 * 0x1p-1073);
  EXPECT_SAME_BITS(pack_magnitude(1, -1074), 0x1p-1074);
  for (int e = -1074; e <= 1023; ++e) {
    ASSERT_TRUE(same_bits(power_of_two(e), std::ldexp(1.0, e)));
  }
}

// All 2^16 leading halves, each with several tails.
TEST(Binary64, WidenAndNarrowBinary32) {
  for (std::uint32_t high = 0; high < 0x10000; ++high) {
    for (std::uint32_t low : {0x0000u, 0x0001u, 0x8000u, 0xFFFFu, 0x1234u}) {
      const std::uint32_t pattern = high << 16 | low;
      const float x = std::bit_cast<float>(pattern);
      const double wide = widen(x);
      if (std::isnan(x)) {  // moved bit by bit; the processor would quieten it
        const std::uint64_t expected = std::uint64_t{pattern >> 31} << 63 |
                                       0x7FF0000000000000 |
                                       std::uint64_t{pattern & 0x7FFFFF} << 29;
        ASSERT_EQ(bits(wide), expected) << pattern;
      } else {
        ASSERT_TRUE(same_bits(wide, static_cast<double>(x))) << pattern;
      }
      ASSERT_EQ(bits(narrow_exactly(wide)), pattern);
    }
  }
}

TEST(Binary64, NarrowKeepsNansNans) {
  EXPECT_EQ(bits(narrow_exactly(std::bit_cast<double>(0x7FF0000000000001ull))),
            0x7FC00000u);
  EXPECT_EQ(bits(narrow_exactly(std::bit_cast<double>(0xFFF000001FFFFFFFull))),
            0xFFC00000u);
  EXPECT_EQ(bits(narrow_exactly(std::bit_cast<double>(0xFFF0000020000000ull))),
            0xFF800001u);
}

TEST(Binary64, IsConstexpr) {
  static_assert(pack_magnitude(3, -1) == 1.5);
  static_assert(unpack_magnitude(-1.5).significand == std::uint64_t{3} << 51);
  static_assert(widen(0.1f) == static_cast<double>(0.1f));
  static_assert(narrow_exactly(0.5) == 0.5f);
}

}  // namespace
}  // namespace halfulp::testing
