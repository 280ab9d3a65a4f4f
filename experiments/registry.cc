#include "experiments/registry.h"

#include <array>
#include <utility>

#include "experiments/museum/museum.h"
#include "halfulp/base/words.h"

namespace halfulp::experiments {
namespace {

Json both(const Label& label) { return {{"en", label.english}, {"zh", label.chinese}}; }

Json describe(const Experiment& experiment) {
  Json parameters = Json::array();
  for (const Parameter& p : experiment.parameters) {
    Json one = {
        {"name", p.name}, {"default", p.default_value}, {"meaning", both(p.meaning)}};
    if (!p.choices.empty()) one["choices"] = p.choices;
    parameters.push_back(std::move(one));
  }
  return {{"name", experiment.name},
          {"title", both(experiment.title)},
          {"parameters", std::move(parameters)}};
}

}  // namespace

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

Json describe_all() {
  Json all = Json::array();
  for (const Experiment& experiment : all_experiments())
    all.push_back(describe(experiment));
  return all;
}

}  // namespace halfulp::experiments
