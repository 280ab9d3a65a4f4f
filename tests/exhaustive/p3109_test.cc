// The definition of rounding against the oracle for the formats of IEEE P3109 of 13 to 15
// bits, at every value and midpoint under every rule: what tests/rounding samples.

#include <gtest/gtest.h>

#include <iostream>

#include "halfulp/formats/registry.h"
#include "rounding/oracle_check.h"
#include "support/p3109_members.h"

namespace halfulp::testing {
namespace {

TEST(P3109, EveryValueAndMidpointOfTheLongFormats) {
  for (const P3109Member& member : p3109_members()) {
    if (member.width < 13) continue;
    const Format f = format_named(member.name());
    const std::size_t comparisons =
        expect_rounding(RoundingOracle(f), hard_points(f), all_rules());
    std::cout << member.name() << ' ' << comparisons << std::endl;
    if (HasFailure()) return;
  }
}

}  // namespace
}  // namespace halfulp::testing
