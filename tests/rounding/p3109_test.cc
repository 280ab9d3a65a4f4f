// The definition of rounding against the oracle for every format of IEEE P3109, a test for
// each width. To 12 bits: at every value and midpoint under every rule. Above:
// at some of them, with both ends.

#include <gtest/gtest.h>

#include "halfulp/formats/registry.h"
#include "rounding/oracle_check.h"
#include "support/p3109_members.h"

namespace halfulp::testing {
namespace {

class P3109Test : public ::testing::TestWithParam<int> {};

TEST_P(P3109Test, ValuesMidpointsAndTheirNeighbours) {
  const int width = GetParam();
  const std::size_t stride = width <= 12 ? 1 : (std::size_t{1} << (width - 10)) - 1;
  const std::vector<RoundingRule> rules =
      width <= 12 ? all_rules() : rules_one_word_at_a_time();
  std::size_t comparisons = 0;
  for (const P3109Member& member : p3109_members()) {
    if (member.width != width) continue;
    const Format f = format_named(member.name());
    comparisons += expect_rounding(RoundingOracle(f), hard_points(f, stride), rules);
    if (HasFailure()) return;
  }
  EXPECT_GT(comparisons, 10000u);
  RecordProperty("comparisons", static_cast<int>(comparisons));
}

INSTANTIATE_TEST_SUITE_P(Widths, P3109Test, ::testing::Range(3, 16),
                         ::testing::PrintToStringParamName());

}  // namespace
}  // namespace halfulp::testing
