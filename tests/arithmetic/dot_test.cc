// The sequential dot product of every model against MPFR, rounded at every step.

#include "halfulp/arithmetic/dot.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

#include "support/bits.h"
#include "support/format_facts.h"
#include "support/rounding_points.h"
#include "support/step_oracle.h"

namespace halfulp::testing {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

struct Vectors {
  std::vector<double> x, y;
  double initial;
};

enum class Data {
  ordinary,
  cancelling,
  wide_exponents,
  subnormal,
  overflowing,
  special
};

Vectors draw(Data data, std::size_t n, const Format& accumulator, Random& random) {
  Vectors v{{}, {}, random.near_one(3)};
  const int top = accumulator.emax / 2, bottom = accumulator.emin / 2;
  for (std::size_t i = 0; i < n; ++i) {
    double x = random.near_one(3), y = random.near_one(3);
    switch (data) {
      case Data::ordinary:
        break;
      case Data::cancelling:  // pairs that cancel but for the roundings between
        if (i % 2 == 1) {
          x = -v.x[i - 1];
          y = random.between(0, 3) == 0 ? std::nextafter(v.y[i - 1], 0) : v.y[i - 1];
        }
        break;
      case Data::wide_exponents:
        x = std::ldexp(x, random.between(bottom, top));
        y = std::ldexp(y, random.between(bottom, top));
        break;
      case Data::subnormal:
        x = std::ldexp(x, bottom - random.between(0, accumulator.precision));
        y = std::ldexp(y, bottom);
        v.initial = 0;
        break;
      case Data::overflowing:
        x = std::ldexp(x, top);
        y = std::ldexp(y, top - 2);
        break;
      case Data::special:
        if (random.between(0, 15) == 0)
          x = random.between(0, 1) == 0 ? kInfinity : -kInfinity;
        if (random.between(0, 15) == 0) y = random.between(0, 1) == 0 ? 0.0 : -0.0;
        if (random.between(0, 60) == 0) y = -kNaN;
        break;
    }
    v.x.push_back(x);
    v.y.push_back(y);
  }
  return v;
}

void expect_dot(const AccumulationModel& model, const Vectors& v) {
  const double expected = DotOracle(model).dot(v.x, v.y, v.initial);
  ASSERT_TRUE(same_bits(dot(v.x, v.y, model, v.initial), expected))
      << "model: operands " << model.operands.name.view() << ", product "
      << (model.product ? model.product->name.view() : "exact") << ", accumulator "
      << model.accumulator.name.view() << ", " << show(model.accumulation_rounding)
      << ", n = " << v.x.size();
}

class DotTest : public ::testing::TestWithParam<FormatFacts> {};

TEST_P(DotTest, EveryProductModeAndKindOfData) {
  const Format& accumulator = GetParam().format;
  Random random(0x5EED0019);
  SCOPED_TRACE("seed " + std::to_string(random.seed()));
  const std::vector<std::optional<Format>> products = {std::nullopt, fp32, fp16, bf16,
                                                       accumulator};
  for (const auto& product : products) {
    for (Rounding mode : kModes) {
      for (Data data : {Data::ordinary, Data::cancelling, Data::wide_exponents,
                        Data::subnormal, Data::overflowing, Data::special}) {
        AccumulationModel model;
        model.product = product;
        model.accumulator = accumulator;
        model.accumulation_rounding.mode = mode;
        for (int draws = 0; draws < 6; ++draws) {
          model.operands = draws % 2 == 0 ? bf16 : fp64;
          const auto n = static_cast<std::size_t>(random.between(0, 24));
          expect_dot(model, draw(data, n, accumulator, random));
          if (HasFatalFailure()) return;
        }
      }
    }
  }
}

TEST_P(DotTest, EveryFieldItsOwnRule) {
  const Format& accumulator = GetParam().format;
  Random random(0x5EED001A);
  SCOPED_TRACE("seed " + std::to_string(random.seed()));
  const std::vector<RoundingRule> rules = all_rules();
  const auto any_rule = [&] { return rules[random.bits() % rules.size()]; };
  for (int i = 0; i < 1500; ++i) {
    AccumulationModel model;
    model.operands = i % 2 == 0 ? fp16 : e5m2;
    if (i % 3 == 0) model.product = tf32;
    model.accumulator = accumulator;
    if (i % 5 != 0) model.output = i % 2 == 0 ? e4m3fn : bf16;
    model.operand_rounding = any_rule();
    model.accumulation_rounding = any_rule();
    model.output_rounding = any_rule();
    expect_dot(model, draw(static_cast<Data>(i % 6), 12, accumulator, random));
    if (HasFatalFailure()) return;
  }
}

std::vector<FormatFacts> accumulators() {
  std::vector<FormatFacts> facts;
  for (const char* name : {"fp64", "fp32", "fp16", "bf16", "fp22_e8m13", "e4m3fn"}) {
    facts.push_back(facts_of(name));
  }
  return facts;
}

INSTANTIATE_TEST_SUITE_P(Formats, DotTest, ::testing::ValuesIn(accumulators()),
                         name_of);

AccumulationModel model_of(const Format& accumulator) {
  AccumulationModel model;
  model.accumulator = accumulator;
  return model;
}

TEST(Dot, WithoutTermsIsTheInitialValueRounded) {
  EXPECT_SAME_BITS(dot({}, {}, model_of(fp16)), 0.0);
  EXPECT_SAME_BITS(dot({}, {}, model_of(fp16), -0.0), -0.0);
  EXPECT_SAME_BITS(dot({}, {}, model_of(fp16), 2049), 2048.0);
  AccumulationModel model = model_of(fp32);
  model.output = e4m3fn;
  EXPECT_SAME_BITS(dot({}, {}, model, 17), 16.0);
}

TEST(Dot, StartsAtPlusZero) {
  const std::vector<double> x = {-0.0}, y = {1};
  EXPECT_SAME_BITS(dot(x, y, model_of(fp32)), 0.0);
  AccumulationModel down = model_of(fp32);
  down.accumulation_rounding.mode = Rounding::down;
  EXPECT_SAME_BITS(dot(x, y, down), -0.0);
}

// Once the sum is 256 the gap of bf16 is 2, and terms below 1 no longer count.
TEST(Dot, SumInBf16Stagnates) {
  Random random(0x5EED001B);
  std::vector<double> x(10000), ones(10000, 1.0);
  for (double& term : x) term = static_cast<double>(random.bits() >> 11) * 0x1p-53;
  EXPECT_EQ(dot(x, ones, model_of(bf16)), 256.0);
  EXPECT_NEAR(dot(x, ones, model_of(fp32)), 5000, 5 * std::sqrt(10000 / 12.0));
}

TEST(Dot, NansAreCanonicalAndPositive) {
  const std::vector<double> x = {1, -kNaN}, y = {1, 1};
  EXPECT_SAME_BITS(dot(x, y, model_of(fp32)), kNaN);
  EXPECT_SAME_BITS(dot({}, {}, model_of(fp32), -kNaN), kNaN);
  const std::vector<double> large = {-448, -448}, ones = {1, 1};  // -896
  EXPECT_SAME_BITS(dot(large, ones, model_of(e4m3fn)), kNaN);
}

TEST(Dot, RefusesDifferentLengths) {
  const std::vector<double> x(3), y(4);
  try {
    dot(x, y, {});
    FAIL() << "did not throw";
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(), "dot: the lengths 3 and 4 differ");
  }
}

}  // namespace
}  // namespace halfulp::testing
