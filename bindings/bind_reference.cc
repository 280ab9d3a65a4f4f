#include <pybind11/eigen.h>

#include <string_view>

#include "bindings/arrays.h"
#include "bindings/bind.h"
#include "halfulp/reference/dot.h"
#include "halfulp/reference/function_arrays.h"

namespace halfulp::bindings {
namespace {

double exact_dot(const Array<double>& x, const Array<double>& y, const Format& format,
                 const RoundingRule& rule) {
  const auto left = elements(x);
  const auto right = elements(y);
  const py::gil_scoped_release without_gil;
  return reference::dot(left, right, format, rule);
}

double exact_sum(const Array<double>& x, const Format& format,
                 const RoundingRule& rule) {
  const auto terms = elements(x);
  const py::gil_scoped_release without_gil;
  return reference::sum(terms, format, rule);
}

Matrix exact_matmul(const Array<double>& a, const Array<double>& b,
                    const Format& format, const RoundingRule& rule, int threads) {
  const auto left = as_matrix(a);
  const auto right = as_matrix(b);
  const py::gil_scoped_release without_gil;
  return reference::matmul(left, right, format, rule, threads);
}

Array<double> exact_function(std::string_view name, const Array<double>& x,
                             const Format& format, const RoundingRule& rule,
                             int threads) {
  const reference::Function function = reference::function_named(name);
  return transformed<double>(x, [&](std::span<const double> in, std::span<double> out) {
    reference::evaluate(function, in, out, format, rule, threads);
  });
}

}  // namespace

void bind_reference(py::module_& m) {
  m.def("exact_dot", &exact_dot, py::arg("x").noconvert(), py::arg("y").noconvert(),
        py::arg("format"), py::arg("rule"),
        "The exact sum of x[i]*y[i], rounded once.");
  m.def("exact_sum", &exact_sum, py::arg("x").noconvert(), py::arg("format"),
        py::arg("rule"), "The exact sum of all elements, rounded once.");
  m.def("exact_matmul", &exact_matmul, py::arg("a").noconvert(),
        py::arg("b").noconvert(), py::arg("format"), py::arg("rule"),
        py::arg("threads"), "The exact a @ b, every element rounded once.");
  m.def("exact_function", &exact_function, py::arg("name"), py::arg("x").noconvert(),
        py::arg("format"), py::arg("rule"), py::arg("threads"),
        "The function of every element, correctly rounded.");
}

}  // namespace halfulp::bindings
