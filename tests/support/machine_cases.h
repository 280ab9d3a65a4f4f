#pragma once

#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "support/machine_oracle.h"

namespace halfulp::testing {

enum class DataKind {
  gaussian,
  wide,  // exponents from all over the formats
  raw,   // bit patterns
  specials,
  subnormals,
  cancellation,
  overflow,
  ties,      // few bits, far apart: at midpoints and at the ends of alignments
  all_ones,  // significands
  sparse,
};
inline constexpr DataKind kDataKinds[] = {DataKind::gaussian,   DataKind::wide,
                                          DataKind::raw,        DataKind::specials,
                                          DataKind::subnormals, DataKind::cancellation,
                                          DataKind::overflow,   DataKind::ties,
                                          DataKind::all_ones,   DataKind::sparse};
std::string_view name_of(DataKind kind);

// One dot product as bit patterns.
struct MachineCase {
  std::vector<std::uint64_t> a, b, a_scales, b_scales;
  std::optional<std::uint64_t> c;

  MachineProblem problem() const { return {a, b, c, a_scales, b_scales}; }
  std::string text() const;  // one line
};

MachineCase draw_case(DataKind kind, const Machine& machine, int terms,
                      std::mt19937_64& random);

// Two products, powers of two of these exponents as far as the formats have them, and
// signs; no c. An odd sum of halves of the smallest result beside something tiny shows the
// least exponent of an alignment.
MachineCase two_powers(const Machine& machine, int first, int second, bool negative);

}  // namespace halfulp::testing
