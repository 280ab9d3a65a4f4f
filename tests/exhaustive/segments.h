#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "support/rounding_oracle.h"

namespace halfulp::testing {

// A range of binary32 patterns of one sign all of which round to the same number: it begins
// here and ends where the next one begins.
struct Segment {
  std::uint32_t first;
  std::optional<std::uint32_t> result;  // a binary32 pattern; empty: refused
};

// All 2^32 binary32 patterns, in increasing order. Between two neighbours of the table of
// values, rounding can only change at their midpoint and at themselves, so the ends are these
// numbers, and one question to the oracle answers for a whole segment.
std::vector<Segment> segments(const RoundingOracle& oracle, const RoundingRule& rule);

}  // namespace halfulp::testing
