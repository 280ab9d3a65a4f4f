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

TEST(NeighbourArrays, AreTheNeighboursOfEachElement) {
  const std::array x = {0.0, -0.0, 1.0, -1.3, 1e-310, 65504.0, 1e300, kInfinity};
  std::array<double, x.size()> out;
  using Scalar = double (*)(double, const Format&);
  using Array = void (*)(std::span<const double>, std::span<double>, const Format&);
  const std::array<std::pair<Scalar, Array>, 3> pairs = {
      {{&ulp, &ulp}, {&next_up, &next_up}, {&next_down, &next_down}}};
  for (const auto& [scalar, array] : pairs) {
    array(x, out, fp16);
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

TEST(NeighbourArrays, HaveTheSizeOfTheInput) {
  const std::array x = {1.0, 2.0};
  std::array<double, 1> out;
  EXPECT_THROW(ulp(x, out, fp16), std::invalid_argument);
  EXPECT_THROW(next_up(x, out, fp16), std::invalid_argument);
  EXPECT_THROW(next_down(x, out, fp16), std::invalid_argument);
}

}  // namespace
}  // namespace halfulp
