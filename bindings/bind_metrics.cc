#include <pybind11/stl.h>

#include <string_view>
#include <utility>
#include <vector>

#include "bindings/arrays.h"
#include "bindings/bind.h"
#include "halfulp/metrics/metric.h"

namespace halfulp::bindings {
namespace {

py::list names_and_formulas() {
  py::list list;
  for (const metrics::NamedMetric& metric : metrics::all_metrics()) {
    list.append(py::make_tuple(metric.name, metric.formula));
  }
  return list;
}

py::tuple measure(std::string_view name, const Array<double>& actual,
                  const Array<double>& reference) {
  const metrics::NamedMetric& metric = metrics::metric_named(name);
  const auto x = elements(actual);
  const auto r = elements(reference);
  metrics::Metric result;
  {
    const py::gil_scoped_release without_gil;
    result = metric.measure(x, r);
  }
  return py::make_tuple(result.value, word_of(result.status, metrics::status_words()),
                        result.used, result.skipped);
}

}  // namespace

void bind_metrics(py::module_& m) {
  m.def("metrics", &names_and_formulas, "(name, formula) of every metric.");
  m.def("measure", &measure, py::arg("name"), py::arg("actual").noconvert(),
        py::arg("reference").noconvert(), "(value, status, used, skipped).");
}

}  // namespace halfulp::bindings
