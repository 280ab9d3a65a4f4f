#include "halfulp/kernels/scale_steps.h"

#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "support/bits.h"
#include "support/every_target.h"
#include "support/rounding_points.h"

// Rounding to odd by its definition, in rationals: what is exact stays, else the last bit is
// set and the exact result lies between the neighbours.

namespace halfulp {
namespace {

using ::halfulp::testing::Random;
using kernels::ScaleStep;
using Rational = boost::multiprecision::cpp_rational;

class ScaleSteps : public testing::EveryTarget {};

// Of few bits and of many, so that some results are exact.
double any_number(Random& random, int bits, int range) {
  const auto significand =
      static_cast<double>(random.bits() >> (64 - random.between(1, bits)) | 1);
  return std::ldexp(significand, random.between(-range, range));
}

bool is_odd(double x) { return (bits_of(x) & 1) != 0; }

// The exact result as a multiple of x's magnitude: q * by == x, or q == x * by.
int compare(double q, double x, double by, ScaleStep step) {
  const Rational left =
      step == ScaleStep::divide_to_odd ? Rational(q) * Rational(by) : Rational(q);
  const Rational right =
      step == ScaleStep::divide_to_odd ? Rational(x) : Rational(x) * Rational(by);
  return left < right ? -1 : left > right ? 1 : 0;
}

void check(double q, double x, double by, ScaleStep step) {
  const int order = compare(q, x, by, step);
  if (order == 0) return;
  EXPECT_TRUE(is_odd(q)) << testing::show(x) << ' ' << testing::show(by);
  const double beyond =
      std::nextafter(q, order < 0 ? kPositiveInfinity : -kPositiveInfinity);
  EXPECT_EQ(compare(beyond, x, by, step), -order)
      << testing::show(x) << ' ' << testing::show(by) << ' ' << testing::show(q);
}

TEST_F(ScaleSteps, RoundToOdd) {
  on_every_target([&] {
    Random random(20260101);
    for (ScaleStep step : {ScaleStep::divide_to_odd, ScaleStep::multiply_to_odd}) {
      std::vector<double> x, by, q(997);
      for (std::size_t i = 0; i < q.size(); ++i) {
        const double sign = random.between(0, 1) == 0 ? 1.0 : -1.0;
        x.push_back(sign * any_number(random, 53, 60));
        by.push_back(any_number(random, random.between(0, 1) == 0 ? 8 : 48, 70));
      }
      kernels::scale_in_row(step, x.data(), x.size(), by.data(), q.data());
      for (std::size_t i = 0; i < q.size(); ++i) check(q[i], x[i], by[i], step);
      // In groups, and from binary32 numbers.
      std::vector<double> in_groups(q.size());
      kernels::scale_in_groups(step, x.data(), x.size(), 1, by.data(),
                               in_groups.data());
      EXPECT_EQ(in_groups, q);
      const std::vector<float> narrow(x.begin(), x.end());
      kernels::scale_in_row(step, narrow.data(), x.size(), by.data(), q.data());
      for (std::size_t i = 0; i < q.size(); ++i)
        check(q[i], static_cast<double>(narrow[i]), by[i], step);
    }
  });
}

TEST_F(ScaleSteps, KeepZerosAndTheSidesOfWhatIsOutOfRange) {
  on_every_target([&] {
    const double tiny = std::numeric_limits<double>::denorm_min();
    const double huge = std::numeric_limits<double>::max();
    const std::vector<double> x = {0.0, -0.0, tiny, -tiny, huge, -huge};
    for (ScaleStep step : {ScaleStep::divide_to_odd, ScaleStep::multiply_to_odd}) {
      for (double by : {0x1p-140, 0x1.8p-9, 448.0, 0x1p128}) {
        std::vector<double> q(x.size());
        kernels::scale_in_groups(step, x.data(), x.size(), 3,
                                 std::vector<double>{by, by}.data(), q.data());
        EXPECT_SAME_BITS(q[0], 0.0);
        EXPECT_SAME_BITS(q[1], -0.0);
        EXPECT_TRUE(0 < q[2] && q[2] <= 0x1p-350) << by;
        EXPECT_TRUE(0x1p310 <= q[4] && q[4] < kPositiveInfinity) << by;
        EXPECT_EQ(q[3], -q[2]);
        EXPECT_EQ(q[5], -q[4]);
      }
    }
  });
}

}  // namespace
}  // namespace halfulp
