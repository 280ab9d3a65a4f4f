#pragma once

#include <span>

#include "experiments/experiment.h"

namespace halfulp::experiments {

// All experiments, in the order in which they are listed.
std::span<const Experiment> all_experiments();

// The experiment of that name; throws std::invalid_argument naming the nearest known one.
const Experiment& experiment_named(std::string_view name);

// All experiments as data, for those who list them: an array of {name, title, parameters:
// [{name, default, meaning}]}, titles and meanings as {en, zh}.
Json describe_all();

}  // namespace halfulp::experiments
