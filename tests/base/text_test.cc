#include "halfulp/base/text.h"

#include <gtest/gtest.h>
#include <xmmintrin.h>

#include <cmath>
#include <cstdlib>
#include <limits>

namespace halfulp {
namespace {

TEST(Text, ReadsBack) {
  const unsigned before = _mm_getcsr();
  for (unsigned mxcsr : {0x1F80u, 0x9FC0u}) {  // default; FTZ and DAZ
    for (double x : {0.0, -0.0, 1.0, -0.1, 1e-310, -0x1p-1074, 1e308, 0x1p-1022}) {
      _mm_setcsr(mxcsr);
      const std::string decimal = shortest(x);
      const std::string hexadecimal = hex_float(x);
      _mm_setcsr(before);
      EXPECT_EQ(std::strtod(decimal.c_str(), nullptr), x) << decimal;
      EXPECT_EQ(std::strtod(hexadecimal.c_str(), nullptr), x) << hexadecimal;
      EXPECT_EQ(decimal[0] == '-', std::signbit(x));
      EXPECT_EQ(hexadecimal[0] == '-', std::signbit(x));
    }
  }
}

TEST(Text, IsTheShortest) {
  EXPECT_EQ(shortest(0.1), "0.1");
  EXPECT_EQ(shortest(-0.0), "-0");
  EXPECT_EQ(shortest(-1e-310), "-1e-310");
  EXPECT_EQ(hex_float(3.0), "0x1.8p+1");
  EXPECT_EQ(hex_float(-0.0), "-0x0p+0");
  EXPECT_EQ(hex(0x1F), "0x1F");
  EXPECT_EQ(hex(0), "0x0");
}

TEST(Text, OfSpecialValues) {
  const double inf = std::numeric_limits<double>::infinity();
  EXPECT_EQ(shortest(inf), "Infinity");
  EXPECT_EQ(hex_float(-inf), "-Infinity");
  EXPECT_EQ(shortest(-std::numeric_limits<double>::quiet_NaN()), "NaN");
}

}  // namespace
}  // namespace halfulp
