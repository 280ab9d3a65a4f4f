#pragma once

#include <functional>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

#include "experiments/result.h"

namespace halfulp::experiments {

// A sentence in the two languages of the project.
struct Label {
  std::string_view english;
  std::string_view chinese;
};

// A parameter of an experiment. The type of the default (integer, number, string) is the type.
struct Parameter {
  std::string_view name;
  Json default_value;
  Label meaning;
  double least = -std::numeric_limits<double>::infinity();
  double greatest = std::numeric_limits<double>::infinity();
  std::vector<std::string_view> choices = {};  // of a string
};

// An experiment is data and one function; `run` gets all parameters, checked.
struct Experiment {
  std::string_view name;
  Label title;
  std::vector<Parameter> parameters;
  // The runs whose results are recorded: the parameters that are not the defaults.
  std::vector<Json> golden_runs;
  std::function<Result(const Json& parameters, int threads)> run;
};

// All parameters: those given, checked, and the defaults of the others. Throws
// std::invalid_argument naming the parameter, the value and what is allowed.
Json complete_parameters(const Experiment& experiment, const Json& given);

// The result for the given parameters and the defaults of the others; the same for every
// number of threads. Throws what complete_parameters throws, and std::invalid_argument for
// threads not from 1 to 1024.
Result run(const Experiment& experiment, const Json& given = Json::object(),
           int threads = 1);

// The golden file of an experiment: {experiment, runs: [{columns, parameters, rows}]}, keys
// sorted, numbers in hexadecimal.
nlohmann::json golden(const Experiment& experiment, int threads = 1);

// How a recomputation differs from the golden file, one line a difference; empty if nothing
// does.
std::vector<std::string> differences(const nlohmann::json& expected,
                                     const nlohmann::json& computed);

}  // namespace halfulp::experiments
