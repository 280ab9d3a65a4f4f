#include "halfulp/kernels/extent.h"

#include <gtest/gtest.h>

#include <array>
#include <limits>

#include "halfulp/base/binary64.h"

namespace halfulp::kernels {
namespace {

template <class... Numbers>
Extent extent(Numbers... numbers) {
  const std::array<double, sizeof...(numbers)> array = {numbers...};
  return extent_of(array);
}

void expect_extent(const Extent& actual, int precision, int lowest, int top) {
  EXPECT_EQ(actual.precision, precision);
  EXPECT_EQ(actual.lowest, lowest);
  EXPECT_EQ(actual.top, top);
}

TEST(Extent, OfOneNumberIsThatOfItsSignificand) {
  expect_extent(extent(1.0), 1, 0, 1);
  expect_extent(extent(-6.0), 2, 1, 3);
  expect_extent(extent(0x1.8p-149), 2, -150, -148);
  expect_extent(extent(0x1.fffffffffffffp+1023), 53, 971, 1024);
}

TEST(Extent, OfSeveralBoundsThemAll) {
  expect_extent(extent(0x1p-10, 0x1.cp+4), 3, -12, 5);
}

TEST(Extent, LeavesOutZerosInfinitiesAndNans) {
  const double infinity = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  expect_extent(extent(0.0, -infinity, 3.0, nan, -0.0), 2, 0, 2);
  EXPECT_EQ(extent(0.0, infinity).precision, 0);
  EXPECT_EQ(extent().precision, 0);
}

TEST(Extent, OfSubnormalsIsThatOfTheirGrid) {
  expect_extent(extent(0x1p-1074), 53, -1074, -1021);
  expect_extent(extent(0x1p-1074, 1.0), 53, -1074, 1);
}

TEST(Extent, FitsAtTheLimitsOfTheType) {
  EXPECT_TRUE(fits<float>({24, -149, 128}));
  EXPECT_FALSE(fits<float>({25, -149, 128}));
  EXPECT_FALSE(fits<float>({24, -150, 128}));
  EXPECT_FALSE(fits<float>({24, -149, 129}));
  EXPECT_TRUE(fits<double>({53, -1074, 1024}));
  EXPECT_FALSE(fits<double>({53, -1075, 1024}));
}

TEST(Extent, OfNothingFitsWithAnything) {
  EXPECT_TRUE(products_fit<float>({}, {24, -149, 128}));
  EXPECT_TRUE(products_fit<float>({}, {}));
}

TEST(Extent, ProductsFitUpToTheirLastBit) {
  const Extent half = extent(0x1.ffep+63);  // 12 bits
  EXPECT_TRUE(products_fit<float>(half, half));
  EXPECT_FALSE(products_fit<float>(half, extent(0x1.fffp+63)));
  EXPECT_FALSE(products_fit<float>(half, extent(0x1.ffep+64)));
}

}  // namespace
}  // namespace halfulp::kernels
