#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <iosfwd>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "halfulp/formats/format.h"

namespace halfulp::testing {

// A format and what its defining document says of it, written down independently of the
// parameters of Format and of the code that uses them.
struct FormatFacts {
  Format format;
  double max;
  double smallest_normal;     // 0: it has no normal numbers in the sense of IEEE 754
  double smallest_subnormal;  // 0: it has no subnormal numbers
  std::uint64_t finite_codes;
  std::vector<std::uint64_t> infinities;  // codes: +infinity, -infinity
  std::vector<std::uint64_t> nans;        // up to the first 4, in increasing order
  std::uint64_t nan_codes;                // how many there are
  bool minus_zero;
};

std::span<const FormatFacts> format_facts();
const FormatFacts& facts_of(std::string_view name);

// How GoogleTest prints it and names tests after it.
std::ostream& operator<<(std::ostream& out, const FormatFacts& facts);
std::string name_of(const ::testing::TestParamInfo<FormatFacts>& test);

}  // namespace halfulp::testing
