#include "halfulp/rounding/neighbour_arrays.h"

#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

#include "halfulp/formats/named_formats.h"

namespace halfulp {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

using Scalar = double (*)(double, const Format&);
using Array = void (*)(std::span<const double>, std::span<double>, const Format&, int);
constexpr std::array<std::pair<Scalar, Array>, 3> kFunctions = {
    {{&ulp, &ulp}, {&next_up, &next_up}, {&next_down, &next_down}}};

TEST(NeighbourArrays, AreTheNeighboursOfEachElement) {
  const std::array x = {0.0, -0.0, 1.0, -1.3, 1e-310, 65504.0, 1e300, kInfinity};
  std::array<double, x.size()> out;
  for (const auto& [scalar, array] : kFunctions) {
    array(x, out, fp16, 1);
    for (std::size_t i = 0; i < x.size(); ++i) {
      EXPECT_EQ(bits_of(out[i]), bits_of(scalar(x[i], fp16))) << i;
    }
  }
}

TEST(NeighbourArrays, MayBeComputedInPlace) {
  std::vector<double> x = {1.0, 2.0};
  next_up(x, x, bf16);
  EXPECT_EQ(x, (std::vector<double>{0x1.02p0, 0x1.02p1}));
}

TEST(NeighbourArrays, AnyNumberOfThreads) {
  std::vector<double> x(3001);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<double>(i) - 1500.3;
  for (const auto& [scalar, array] : kFunctions) {
    for (int threads : {1, 2, 5}) {
      std::vector<double> out(x.size());
      array(x, out, fp16, threads);
      for (std::size_t i = 0; i < x.size(); ++i) {
        ASSERT_EQ(bits_of(out[i]), bits_of(scalar(x[i], fp16))) << i;
      }
    }
    EXPECT_THROW(array(x, x, fp16, 0), std::invalid_argument);
  }
}

TEST(NeighbourArrays, RefuseSpansThatOverlapAndFormatsThatAreNone) {
  std::vector<double> x = {1.0, 2.0, 3.0};
  const auto span = std::span(x);
  for (const auto& [scalar, array] : kFunctions) {
    EXPECT_THROW(array(span.first(2), span.last(2), fp16, 1), std::invalid_argument);
    EXPECT_THROW(array({}, {}, Format{"bad", 16, 60, 15, -14}, 1),
                 std::invalid_argument);
  }
  EXPECT_EQ(x, (std::vector<double>{1.0, 2.0, 3.0}));
}

TEST(NeighbourArrays, HaveTheSizeOfTheInput) {
  const std::array x = {1.0, 2.0};
  std::array<double, 1> out;
  EXPECT_THROW(ulp(x, out, fp16), std::invalid_argument);
  EXPECT_THROW(next_up(x, out, fp16), std::invalid_argument);
  EXPECT_THROW(next_down(x, out, fp16), std::invalid_argument);
}

}  // namespace
}  // namespace halfulp
