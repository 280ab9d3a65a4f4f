#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "halfulp/arithmetic/accumulation_model.h"

namespace halfulp {

// How sure one may be that a machine computes as its model says.
enum class Confidence {
  measured,    // reproduces results captured from the hardware
  probed,      // agrees with independent public simulators, whose authors tested hardware
  reported,    // one public source
  documented,  // follows the vendor's documents; not run
  defined,     // the model is the definition: a way to compute, not a machine
  assumed,     // nothing is published: a guess, to be verified
};
std::span<const Word<Confidence>> confidence_words();

// A machine's way to compute sums of products.
struct NamedModel {
  std::string name;  // vendor.machine.instruction.operands.accumulator
  AccumulationModel model;
  std::string source;
  Confidence confidence;
  std::vector<std::string> aliases = {};
};

// All of them, by vendor and age.
std::span<const NamedModel> named_models();

// The model of that name or alias; letter case is ignored. Throws std::invalid_argument naming
// the nearest known name.
const NamedModel& model_named(std::string_view name);

}  // namespace halfulp
