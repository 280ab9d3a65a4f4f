#include "experiments/registry.h"

#include <array>

#include "experiments/museum/museum.h"
#include "halfulp/base/words.h"

namespace halfulp::experiments {

std::span<const Experiment> all_experiments() {
  static const std::array experiments = {museum_experiment()};
  return experiments;
}

const Experiment& experiment_named(std::string_view name) {
  std::vector<std::string_view> known;
  for (const Experiment& experiment : all_experiments()) {
    if (experiment.name == name) return experiment;
    known.push_back(experiment.name);
  }
  throw_unknown_name("experiment", name, known);
}

}  // namespace halfulp::experiments
