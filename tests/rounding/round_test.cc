// The definition of rounding against the oracle, for every format whose values can be
// listed: the named ones and, through custom Format objects, the others of the literature.

#include "halfulp/rounding/round.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <stdexcept>

#include "halfulp/formats/codec.h"
#include "halfulp/formats/named_formats.h"
#include "rounding/oracle_check.h"
#include "support/code_table.h"
#include "support/format_facts.h"

namespace halfulp::testing {
namespace {

std::vector<FormatFacts> listable_formats() {
  std::vector<FormatFacts> facts;
  for (const FormatFacts& f : format_facts()) {
    if (f.format.width <= 20) facts.push_back(f);
  }
  return facts;
}

class RoundTest : public ::testing::TestWithParam<FormatFacts> {
 protected:
  const Format& format() const { return GetParam().format; }
  RoundingOracle oracle_{GetParam().format};
};

TEST_P(RoundTest, ValuesMidpointsAndTheirNeighbours) {
  const bool narrow = format().width <= 16;
  const std::size_t stride = format().width > 16 ? 29 : 1;
  const std::size_t comparisons =
      expect_rounding(oracle_, hard_points(format(), stride),
                      narrow ? all_rules() : rules_one_word_at_a_time());
  EXPECT_GT(comparisons, 1000u);
  RecordProperty("comparisons", static_cast<int>(comparisons));
}

TEST_P(RoundTest, RandomNumbersOfAllExponents) {
  Random random(0x5EED0001);
  SCOPED_TRACE("seed " + std::to_string(random.seed()));
  std::vector<double> points;
  for (int i = 0; i < 3000; ++i) points.push_back(random.any_double());
  // Most of those lie beyond a narrow format; these lie in and around it.
  const int range = std::min(std::max(-format().emin, format().emax) + 4, 1022);
  for (int i = 0; i < 6000; ++i) points.push_back(random.near_one(range));
  expect_rounding(oracle_, points, all_rules());
}

TEST_P(RoundTest, Binary32StorageGivesTheSameNumbers) {
  if (!holds_all_of(fp32, format())) {
    EXPECT_THROW(round(1.0F, format(), {}), std::invalid_argument);
    return;
  }
  int compared = 0;
  for (double x : hard_points(format(), format().width > 16 ? 29 : 1)) {
    const float narrow = static_cast<float>(x);
    if (static_cast<double>(narrow) != x) continue;
    for (Rounding mode : kModes) {
      ++compared;
      const double expected = oracle_.round(x, {.mode = mode});
      const float computed = round(narrow, format(), {.mode = mode});
      if (bits(static_cast<double>(computed)) == bits(expected)) continue;
      FAIL() << "round(" << show(narrow) << ", " << format().name.view() << ", "
             << show(RoundingRule{.mode = mode}) << ") = " << show(computed)
             << ", expected " << show(expected);
    }
  }
  EXPECT_GT(compared, 200);
}

INSTANTIATE_TEST_SUITE_P(Formats, RoundTest, ::testing::ValuesIn(listable_formats()),
                         name_of);

}  // namespace
}  // namespace halfulp::testing
