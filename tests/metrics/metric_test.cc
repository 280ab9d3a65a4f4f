#include "halfulp/metrics/metric.h"

#include <gtest/gtest.h>
#include <xmmintrin.h>

#include <bit>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "halfulp/metrics/compare.h"
#include "metrics/data.h"

namespace halfulp::metrics {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

class EveryMetric : public testing::TestWithParam<NamedMetric> {
 protected:
  static Metric measure(const Vector& x, const Vector& r) {
    return GetParam().measure(x, r);
  }
};

INSTANTIATE_TEST_SUITE_P(, EveryMetric,
                         testing::ValuesIn(all_metrics().begin(), all_metrics().end()),
                         [](const auto& metric) {
                           return std::string(metric.param.name);
                         });

void expect_no_value(const Metric& metric, Status status) {
  EXPECT_EQ(metric.status, status);
  EXPECT_TRUE(std::isnan(metric.value)) << metric.value;
}

void expect_same(const Metric& a, const Metric& b) {
  EXPECT_EQ(std::bit_cast<std::uint64_t>(a.value),
            std::bit_cast<std::uint64_t>(b.value));
  EXPECT_EQ(a.status, b.status);
  EXPECT_EQ(a.used, b.used);
  EXPECT_EQ(a.skipped, b.skipped);
}

TEST_P(EveryMetric, OfNothingIsNotApplicable) {
  for (const Metric& m : {GetParam().measure({}, {}), measure(Vector(), Vector())}) {
    expect_no_value(m, Status::not_applicable);
    EXPECT_EQ(m.used, 0u);
  }
}

TEST_P(EveryMetric, RefusesArraysOfDifferentSizes) {
  try {
    measure(Vector(3, 1.0), Vector(4, 1.0));
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_NE(std::string(error.what()).find("3 elements"), std::string::npos);
    EXPECT_NE(std::string(error.what()).find("reference 4"), std::string::npos);
  }
  EXPECT_THROW(measure({}, Vector(1, kNan)), std::invalid_argument);
}

TEST_P(EveryMetric, OfANanIsUndefined) {
  for (double nan : {kNan, -kNan, std::numeric_limits<double>::signaling_NaN()}) {
    for (std::size_t place : {0u, 1u, 2u}) {
      Vector bad = {1.0, 2.0, 3.0};
      const Vector good = bad;
      bad[place] = nan;
      for (const Metric& m :
           {measure(bad, good), measure(good, bad), measure(bad, bad)}) {
        expect_no_value(m, Status::undefined);
        EXPECT_EQ(m.used, 0u);
      }
    }
  }
}

TEST_P(EveryMetric, OfInfinitiesThatDifferIsUndefined) {
  for (double infinity : {kInfinity, -kInfinity}) {
    for (double other : {-infinity, 1.0, std::numeric_limits<double>::max()}) {
      const Vector x = {1.0, infinity, 3.0};
      const Vector r = {1.5, other, 3.5};
      for (const Metric& m : {measure(x, r), measure(r, x)}) {
        expect_no_value(m, Status::undefined);
        EXPECT_EQ(m.used, 0u);
      }
    }
  }
}

TEST_P(EveryMetric, SkipsAndCountsEqualInfinities) {
  const Vector x = {kInfinity, 1.0, -kInfinity, 2.0, -3.0, kInfinity};
  const Vector r = {kInfinity, 1.5, -kInfinity, 2.5, -3.25, kInfinity};
  Metric without = measure({1.0, 2.0, -3.0}, {1.5, 2.5, -3.25});
  EXPECT_EQ(without.status, Status::ok);
  EXPECT_EQ(without.used, 3u);
  without.skipped = 3;
  expect_same(measure(x, r), without);

  const Metric only = measure({kInfinity, -kInfinity}, {kInfinity, -kInfinity});
  expect_no_value(only, Status::not_applicable);
  EXPECT_EQ(only.used, 0u);
  EXPECT_EQ(only.skipped, 2u);
}

TEST_P(EveryMetric, DoesNotDependOnTheCallersEnvironment) {
  const Vector unit = normal(20, 1);
  for (double scale : {1.0, 1e-305, 1e-310}) {
    const Vector r = scaled(scale, unit);
    const Vector x = combination(0.9 * scale, unit, 0.01 * scale, normal(20, 2));
    const Metric expected = measure(x, r);
    EXPECT_EQ(expected.status == Status::ok,
              scale == 1.0 || GetParam().name != "one_minus_cosine_binary64");

    const unsigned before = _mm_getcsr();
    for (unsigned mxcsr :
         {0x9FC0u, 0xFFC0u, 0x5F80u}) {  // FTZ and DAZ; and to zero; up
      _mm_setcsr(mxcsr);
      const Metric metric = measure(x, r);
      const unsigned after = _mm_getcsr();
      _mm_setcsr(before);
      EXPECT_EQ(after, mxcsr);
      expect_same(metric, expected);
    }
  }
}

TEST(Metrics, AreListedInReadingOrder) {
  const std::vector<std::string_view> names = {"max_abs",
                                               "mean_abs",
                                               "rmse",
                                               "rel_rmse",
                                               "cosine",
                                               "one_minus_cosine",
                                               "one_minus_cosine_binary64",
                                               "gain",
                                               "offset",
                                               "scaling_share",
                                               "offset_share",
                                               "largest_share",
                                               "order_share",
                                               "rel_rmse_after_gain"};
  ASSERT_EQ(all_metrics().size(), names.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    EXPECT_EQ(all_metrics()[i].name, names[i]);
    EXPECT_FALSE(all_metrics()[i].formula.empty());
    EXPECT_EQ(&metric_named(names[i]), &all_metrics()[i]);
  }
}

TEST(Metrics, UnknownNamesSuggestTheNearest) {
  try {
    metric_named("rel_rsme");
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean 'rel_rmse'?"),
              std::string::npos)
        << error.what();
  }
}

TEST(Metrics, CompareMeasuresThemAllInOrder) {
  const Vector r = normal(10, 3);
  const Vector x = scaled(1.25, r);
  const std::vector<NamedValue> values = compare(x, r);
  ASSERT_EQ(values.size(), all_metrics().size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    EXPECT_EQ(values[i].name, all_metrics()[i].name);
    expect_same(values[i].metric, all_metrics()[i].measure(x, r));
  }
  EXPECT_THROW(compare(x, Vector(3)), std::invalid_argument);
}

TEST(Metrics, StatusWords) {
  for (Status status :
       {Status::ok, Status::undefined, Status::degenerate, Status::not_applicable}) {
    EXPECT_EQ(parse_word("status", word_of(status, status_words()), status_words()),
              status);
  }
  EXPECT_EQ(word_of(Status::not_applicable, status_words()), "not_applicable");
}

}  // namespace
}  // namespace halfulp::metrics
