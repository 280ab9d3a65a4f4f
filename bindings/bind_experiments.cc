#include <pybind11/eigen.h>
#include <pybind11/stl.h>

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "bindings/arrays.h"
#include "bindings/bind.h"
#include "experiments/museum/museum.h"
#include "experiments/registry.h"
#include "halfulp/kernels/targets.h"

namespace halfulp::bindings {
namespace {

using experiments::Json;

// JSON text crosses the language border: the same for C++, Python and the command line.
std::string text_of(const experiments::Result& result) {
  Json json = experiments::to_json(result);
  json["manifest"] = experiments::manifest();
  return json.dump(1);
}

Json parsed(const std::string& parameters) {
  try {
    return Json::parse(parameters);
  } catch (const Json::exception& error) {
    throw std::invalid_argument(std::string("parameters are not valid text: ") +
                                error.what());
  }
}

// The user's function as a layer, called without the GIL. `function` outlives the run. What
// it raises passes through the run as it is.
experiments::AlteredLayer altered_layer(const py::function& function) {
  return [&function](const Matrix& h, const Matrix& weights, int layer) -> Matrix {
    const py::gil_scoped_acquire with_gil;
    const py::object out = function(h, weights, layer);
    return as_matrix(out.cast<Array<double>>());
  };
}

std::string run_experiment(std::string_view name, const std::string& parameters,
                           int threads, const std::optional<std::string>& target) {
  const Json given = parsed(parameters);
  const py::gil_scoped_release without_gil;
  std::optional<kernels::ForcedTarget> forced;
  if (target) forced.emplace(*target);
  return text_of(experiments::run(experiments::experiment_named(name), given, threads));
}

std::string run_museum(const std::string& parameters, const py::function& altered,
                       int threads, const std::optional<std::string>& target) {
  const Json given = parsed(parameters);
  const experiments::AlteredLayer layer = altered_layer(altered);
  const py::gil_scoped_release without_gil;
  std::optional<kernels::ForcedTarget> forced;
  if (target) forced.emplace(*target);
  const Json all =
      experiments::complete_parameters(experiments::experiment_named("museum"), given);
  return text_of(
      experiments::run_museum(experiments::museum_parameters(all), layer, threads));
}

std::string golden(std::string_view name, int threads) {
  const py::gil_scoped_release without_gil;
  return experiments::golden(experiments::experiment_named(name), threads).dump();
}

std::vector<std::string> differences(const std::string& expected,
                                     const std::string& computed) {
  return experiments::differences(nlohmann::json::parse(expected),
                                  nlohmann::json::parse(computed));
}

}  // namespace

void bind_experiments(py::module_& m) {
  m.def(
      "experiments", [] { return experiments::describe_all().dump(); },
      "All experiments as JSON: name, title, parameters.");
  m.def(
      "require_experiment",
      [](std::string_view name) { experiments::experiment_named(name); },
      py::arg("name"), "Raises ValueError naming the nearest known experiment.");
  m.def("run_experiment", &run_experiment, py::arg("name"), py::arg("parameters"),
        py::arg("threads"), py::arg("target"),
        "The result as JSON, with its manifest.");
  m.def("run_museum", &run_museum, py::arg("parameters"), py::arg("altered"),
        py::arg("threads"), py::arg("target"),
        "The museum with altered(h, w, layer) as its third case.");
  m.def("golden", &golden, py::arg("name"), py::arg("threads"),
        "The golden file of an experiment, recomputed, as JSON.");
  m.def("differences", &differences, py::arg("expected"), py::arg("computed"),
        "How two golden files differ, one line a difference.");
  m.def(
      "manifest", [] { return experiments::manifest().dump(); },
      "Version, build, targets, machine and time as JSON.");
}

}  // namespace halfulp::bindings
