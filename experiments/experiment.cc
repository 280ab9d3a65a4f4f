#include "experiments/experiment.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "halfulp/base/text.h"
#include "halfulp/base/words.h"

namespace halfulp::experiments {
namespace {

std::string shown(const Json& value) {
  if (value.is_number_float()) return shortest(value.get<double>());
  return value.dump();
}

[[noreturn]] void refuse(const Experiment& experiment, const Parameter& parameter,
                         const std::string& demand, const Json& value) {
  throw std::invalid_argument("parameter '" + std::string(parameter.name) +
                              "' of experiment '" + std::string(experiment.name) +
                              "' must be " + demand + ", got " + shown(value));
}

std::string range_of(const Parameter& p) {
  std::string range = p.default_value.is_number_integer() ? "an integer" : "a number";
  if (std::isfinite(p.greatest)) {
    return range + " between " + shortest(p.least) + " and " + shortest(p.greatest);
  }
  return std::isfinite(p.least) ? range + " of at least " + shortest(p.least) : range;
}

Json checked(const Experiment& experiment, const Parameter& p, const Json& value) {
  if (p.default_value.is_string()) {
    std::string choices;
    for (std::string_view choice : p.choices) {
      if (value.is_string() && value.get<std::string>() == choice) return value;
      choices += (choices.empty() ? "" : ", ") + std::string(choice);
    }
    refuse(experiment, p, "one of " + choices, value);
  }
  const bool integral = p.default_value.is_number_integer();
  if (!value.is_number() || (integral && !value.is_number_integer())) {
    refuse(experiment, p, range_of(p), value);
  }
  const double number = value.get<double>();
  if (!(number >= p.least && number <= p.greatest))
    refuse(experiment, p, range_of(p), value);
  return integral ? value : Json(number);
}

// What stands there, short enough for a line.
std::string excerpt(const nlohmann::json& json,
                    const nlohmann::json::json_pointer& pointer) {
  if (!json.contains(pointer)) return "nothing";
  const std::string text = json[pointer].dump();
  return text.size() <= 60 ? text : text.substr(0, 57) + "...";
}

}  // namespace

Json complete_parameters(const Experiment& experiment, const Json& given) {
  std::vector<std::string_view> known;
  for (const Parameter& p : experiment.parameters) known.push_back(p.name);
  for (const auto& [name, value] : given.items()) {
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      throw_unknown_name(std::string(experiment.name) + " parameter", name, known);
    }
  }
  Json all = Json::object();
  for (const Parameter& p : experiment.parameters) {
    const std::string name(p.name);
    all[name] =
        given.contains(name) ? checked(experiment, p, given[name]) : p.default_value;
  }
  return all;
}

Result run(const Experiment& experiment, const Json& given, int threads) {
  return experiment.run(complete_parameters(experiment, given), threads);
}

nlohmann::json golden(const Experiment& experiment, int threads) {
  nlohmann::json runs = nlohmann::json::array();
  for (const Json& parameters : experiment.golden_runs) {
    nlohmann::json one = with_hex_numbers(run(experiment, parameters, threads));
    one.erase("experiment");
    runs.push_back(std::move(one));
  }
  return {{"experiment", experiment.name}, {"runs", std::move(runs)}};
}

std::vector<std::string> differences(const nlohmann::json& expected,
                                     const nlohmann::json& computed) {
  std::vector<std::string> lines;
  for (const auto& step : nlohmann::json::diff(expected, computed)) {
    const std::string where = step["path"].get<std::string>();
    const nlohmann::json::json_pointer pointer(where);
    lines.push_back(where + ": expected " + excerpt(expected, pointer) + ", computed " +
                    excerpt(computed, pointer));
  }
  return lines;
}

}  // namespace halfulp::experiments
