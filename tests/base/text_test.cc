#include "halfulp/base/text.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <limits>

#include "support/bits.h"
#include "support/rounding_points.h"

namespace halfulp::testing {
namespace {

TEST(Text, Examples) {
  EXPECT_EQ(shortest(0.1), "0.1");
  EXPECT_EQ(shortest(-0.0), "-0");
  EXPECT_EQ(shortest(1e300), "1e+300");
  EXPECT_EQ(hex_float(3), "0x1.8p+1");
  EXPECT_EQ(hex_float(-0.1), "-0x1.999999999999ap-4");
  EXPECT_EQ(hex_float(0), "0x0p+0");
  EXPECT_EQ(hex_float(-0.0), "-0x0p+0");
  EXPECT_EQ(hex(0), "0x0");
  EXPECT_EQ(hex(0x1F), "0x1F");
  EXPECT_EQ(hex(0xFEDCBA9876543210), "0xFEDCBA9876543210");
}

TEST(Text, SpecialNumbers) {
  const double inf = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (auto text : {shortest, hex_float}) {
    EXPECT_EQ(text(inf), "Infinity");
    EXPECT_EQ(text(-inf), "-Infinity");
    EXPECT_EQ(text(nan), "NaN");
    EXPECT_EQ(text(-nan), "NaN");
  }
}

// strtod of the C library reads both back.
TEST(Text, RoundTrips) {
  Random random(0x5EED000E);
  std::vector<double> numbers = {0x1p-1074, 0x1p-1022, 0x1.fffffffffffffp+1023, -0.0};
  for (int i = 0; i < 20000; ++i) numbers.push_back(random.any_double());
  for (int i = 0; i < 2000; ++i) {  // subnormals
    numbers.push_back(std::bit_cast<double>(random.bits() >> 12));
  }
  for (double x : numbers) {
    ASSERT_TRUE(same_bits(std::strtod(shortest(x).c_str(), nullptr), x)) << shortest(x);
    ASSERT_TRUE(same_bits(std::strtod(hex_float(x).c_str(), nullptr), x))
        << hex_float(x);
  }
}

TEST(Text, HexFloatIsWhatPrintfWrites) {
  Random random(0x5EED000F);
  for (int i = 0; i < 20000; ++i) {
    const double x = random.any_double();
    char expected[64];
    std::snprintf(expected, sizeof expected, "%a", x);
    ASSERT_EQ(hex_float(x), expected);
  }
}

}  // namespace
}  // namespace halfulp::testing
