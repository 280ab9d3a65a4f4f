// shortest_decimal against the C++ library's shortest decimals of binary64 and binary32, and
// against cases from the definition. Python's rationals judge the other formats in
// tests/python/test_decimal.py.

#include "halfulp/reference/decimal.h"

#include <gtest/gtest.h>

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <stdexcept>

#include "halfulp/formats/named_formats.h"
#include "support/bits.h"
#include "support/rounding_points.h"

namespace halfulp::reference {
namespace {

using halfulp::testing::Random;
using halfulp::testing::show;

// The digits of a decimal in any notation, without zeros around them.
std::string digits_of(std::string text) {
  text = text.substr(0, text.find('e'));
  std::erase_if(text, [](char c) { return c < '0' || c > '9'; });
  text.erase(0, text.find_first_not_of('0'));
  return text.substr(0, text.find_last_not_of('0') + 1);
}

template <class Float>
std::string shortest(Float x) {
  char text[64];
  return {
      text,
      std::to_chars(text, text + sizeof text, x, std::chars_format::scientific).ptr};
}

TEST(ShortestDecimal, OfBinary64AndBinary32AsTheStandardLibrary) {
  Random random(5);
  for (int i = 0; i < 20000; ++i) {
    const double x = i % 2 == 0 ? random.any_double() : random.near_one(60);
    const std::string text = shortest_decimal(x, fp64);
    ASSERT_EQ(digits_of(text), digits_of(shortest(x))) << show(x) << " seed 5";
    ASSERT_EQ(std::strtod(text.c_str(), nullptr), x) << text;

    const float single = static_cast<float>(random.near_one(149));
    const std::string narrow = shortest_decimal(static_cast<double>(single), fp32);
    ASSERT_EQ(std::strtof(narrow.c_str(), nullptr), single) << narrow;
    ASSERT_EQ(digits_of(narrow), digits_of(shortest(single))) << show(single);
  }
}

TEST(ShortestDecimal, IsWrittenAsPythonWritesIt) {
  EXPECT_EQ(shortest_decimal(1.0, bf16), "1.0");
  EXPECT_EQ(shortest_decimal(-0.0, bf16), "-0.0");
  EXPECT_EQ(shortest_decimal(0.100097656250, bf16), "0.1");
  EXPECT_EQ(shortest_decimal(1e15, fp64), "1000000000000000.0");
  EXPECT_EQ(shortest_decimal(9999999999999998, fp64), "9999999999999998.0");
  EXPECT_EQ(shortest_decimal(1e16, fp64), "1e+16");
  EXPECT_EQ(shortest_decimal(-123456.5, fp64), "-123456.5");
  EXPECT_EQ(shortest_decimal(0.0001, fp64), "0.0001");
  EXPECT_EQ(shortest_decimal(0.00001, fp64), "1e-05");
  EXPECT_EQ(shortest_decimal(1.25e-100, fp64), "1.25e-100");
  EXPECT_EQ(shortest_decimal(5e-324, fp64), "5e-324");
  EXPECT_EQ(shortest_decimal(std::numeric_limits<double>::max(), fp64),
            "1.7976931348623157e+308");
  EXPECT_EQ(shortest_decimal(std::numeric_limits<double>::infinity(), fp16), "inf");
  EXPECT_EQ(shortest_decimal(-std::numeric_limits<double>::infinity(), fp16), "-inf");
  EXPECT_EQ(shortest_decimal(std::numeric_limits<double>::quiet_NaN(), e4m3fn), "nan");
}

TEST(ShortestDecimal, OfTheLargestNumberIsNoLargerOne) {
  const Format e2m3fn{"e2m3fn", 6, 4, 2, 0, Specials::none};
  EXPECT_EQ(shortest_decimal(7.5, e2m3fn), "7.5");  // though 8 rounds to it
  EXPECT_EQ(shortest_decimal(-7.5, e2m3fn), "-7.5");
  const Format mxint8{"mxint8",       8,    7,    0,    0,
                      Specials::none, true, true, true, Encoding::twos_complement};
  EXPECT_EQ(shortest_decimal(1.984375, mxint8), "1.98");
  EXPECT_EQ(shortest_decimal(-2, mxint8), "-2.0");
  EXPECT_EQ(shortest_decimal(448, e4m3fn), "450.0");
}

// Numbers as dense as binary64's smallest ones, and half of their gap is no binary64 number.
// The decimal of the largest is above it: 3.5e-323 of 7 * 2^-1074 = 3.46e-323.
TEST(ShortestDecimal, AtTheEndOfTheSmallestFormats) {
  for (int precision = 1; precision <= 12; ++precision) {
    const int e = precision - 1 - 1074;
    const Format f{"f",       precision + 1,
                   precision, e,
                   e,         Specials::none,
                   true,      true,
                   true,      Encoding::twos_complement};
    for (const double x : {f.max(), f.lowest(), f.smallest()})
      EXPECT_EQ(digits_of(shortest_decimal(x, f)), digits_of(shortest(x))) << show(x);
  }
}

TEST(ShortestDecimal, TakesTheEvenDigitOfTwoEquallyClose) {
  const Format e8m0{"e8m0", 8,     1,    127, -127, Specials::nan_all_ones,
                    false,  false, false};
  EXPECT_EQ(shortest_decimal(0.25, e8m0), "0.2");  // 0.3 is as close
  EXPECT_EQ(shortest_decimal(32, e8m0), "30.0");
  EXPECT_EQ(shortest_decimal(0x1p-127, e8m0), "6e-39");
}

TEST(ShortestDecimal, TakesTheFartherOfTwoWhereTheNearerReadsBackAsANeighbour) {
  // The gap below a power of two is half of that above: ...801e-14 is nearer, but lies
  // nearer still to the number below.
  EXPECT_EQ(shortest_decimal(0x1p-44, fp64), "5.684341886080802e-14");
  for (int e = -1074; e < 1024; ++e) {
    const double x = std::ldexp(1.0, e);
    ASSERT_EQ(digits_of(shortest_decimal(x, fp64)), digits_of(shortest(x))) << e;
  }
}

TEST(ShortestDecimal, TakesMembersOnly) {
  EXPECT_THROW(shortest_decimal(0.1, bf16), std::invalid_argument);
  EXPECT_THROW(shortest_decimal(std::numeric_limits<double>::infinity(), e4m3fn),
               std::invalid_argument);
}

}  // namespace
}  // namespace halfulp::reference
