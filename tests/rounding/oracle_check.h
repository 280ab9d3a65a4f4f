#pragma once

#include <gtest/gtest.h>

#include <ostream>
#include <span>

#include "halfulp/rounding/round.h"
#include "support/bits.h"
#include "support/rounding_oracle.h"
#include "support/rounding_points.h"

namespace halfulp::testing {

// Compares round(x, format, rule) with the oracle at every point under every rule, bit for
// bit; reports the first few differences. Returns the number of comparisons.
inline std::size_t expect_rounding(const RoundingOracle& oracle,
                                   std::span<const double> points,
                                   std::span<const RoundingRule> rules) {
  const Format& format = oracle.format();
  std::size_t comparisons = 0;
  int failures = 0;
  for (double x : points) {
    const RoundingOracle::Place place = oracle.place(x);
    for (const RoundingRule& rule : rules) {
      ++comparisons;
      const double expected = oracle.round(place, rule);
      const double computed = round(x, format, rule);
      if (bits(computed) == bits(expected)) continue;
      ADD_FAILURE() << "round(" << show(x) << ", " << format.name.view() << ", "
                    << show(rule) << ") = " << show(computed) << ", expected "
                    << show(expected);
      if (++failures == 5) return comparisons;
    }
  }
  return comparisons;
}

}  // namespace halfulp::testing
