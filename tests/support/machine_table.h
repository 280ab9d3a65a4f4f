#pragma once

#include <optional>
#include <string_view>

#include "support/machine_oracle.h"

namespace halfulp::testing {

// What the judge knows of a machine: from the vendors' documents and the publications that
// NamedModel::source names.
struct JudgedMachine {
  std::string_view family;
  Machine machine;
  int step = 1;            // K of one instruction, or of what is like it
  bool any_length = true;  // K need not be a multiple of it
};

// By the full name of a model; empty where the judge knows none of that name.
std::optional<JudgedMachine> judged_machine(std::string_view name);

}  // namespace halfulp::testing
