#pragma once

#include <string>
#include <vector>

#include "halfulp/arithmetic/accumulation_model.h"
#include "support/machine_oracle.h"

namespace halfulp::testing {

// A way to compute that has no name, as the engine is told of it and as the judge is.
struct Setting {
  std::string name;
  AccumulationModel model;
  Machine machine;
};

// Orders of programs, with accumulators of 16, 32 and 64 bits.
std::vector<Setting> program_settings();
// Kahan's, Neumaier's and Ogita, Rump and Oishi's sums.
std::vector<Setting> compensated_settings();
// Any widths, alignments, floors, roundings, formats, places of the accumulator and orders.
Setting random_setting(std::uint64_t seed);

}  // namespace halfulp::testing
