#include <pybind11/eigen.h>
#include <pybind11/stl.h>

#include <optional>
#include <string>
#include <string_view>

#include "bindings/arrays.h"
#include "bindings/bind.h"
#include "bindings/value_class.h"
#include "bindings/words.h"
#include "halfulp/arithmetic/dot.h"
#include "halfulp/kernels/matmul.h"

namespace halfulp::bindings {
namespace {

AccumulationModel make_model(const Format& operands,
                             const std::optional<Format>& product,
                             const Format& accumulator, std::string_view order,
                             const std::optional<Format>& output,
                             const RoundingRule& operand_rounding,
                             const RoundingRule& accumulation_rounding,
                             const RoundingRule& output_rounding) {
  return require_valid(
      AccumulationModel{operands, product, accumulator,
                        parse_word("order", order, accumulation_order_words()), output,
                        operand_rounding, accumulation_rounding, output_rounding});
}

py::tuple state_of(const AccumulationModel& m) {
  return py::make_tuple(m.operands, m.product, m.accumulator,
                        word_of(m.order, accumulation_order_words()), m.output,
                        m.operand_rounding, m.accumulation_rounding, m.output_rounding);
}

AccumulationModel from_state(const py::tuple& s) {
  return make_model(s[0].cast<Format>(), s[1].cast<std::optional<Format>>(),
                    s[2].cast<Format>(), s[3].cast<std::string>(),
                    s[4].cast<std::optional<Format>>(), s[5].cast<RoundingRule>(),
                    s[6].cast<RoundingRule>(), s[7].cast<RoundingRule>());
}

void bind_model_class(py::module_& m) {
  py::class_<AccumulationModel> cls(m, "AccumulationModel");
  cls.def(py::init(&make_model), py::arg("operands"), py::arg("product"),
          py::arg("accumulator"), py::arg("order"), py::arg("output"),
          py::arg("operand_rounding"), py::arg("accumulation_rounding"),
          py::arg("output_rounding"));
  cls.def_readonly("operands", &AccumulationModel::operands,
                   "Inputs are rounded to it.");
  cls.def_readonly("product", &AccumulationModel::product,
                   "Products are rounded to it; None: they are exact.");
  cls.def_readonly("accumulator", &AccumulationModel::accumulator,
                   "Partial sums are rounded to it.");
  cls.def_property_readonly(
      "order", word_getter(&AccumulationModel::order, accumulation_order_words()),
      "The order in which terms are added.");
  cls.def_readonly("output", &AccumulationModel::output,
                   "Results are rounded to it; None: to the accumulator's format.");
  cls.def_property_readonly("output_format", &AccumulationModel::output_format,
                            "The format of results: output, or else accumulator.");
  cls.def_readonly("operand_rounding", &AccumulationModel::operand_rounding,
                   "How inputs are rounded.");
  cls.def_readonly("accumulation_rounding", &AccumulationModel::accumulation_rounding,
                   "How products and partial sums are rounded.");
  cls.def_readonly("output_rounding", &AccumulationModel::output_rounding,
                   "How results are rounded.");
  bind_value(cls, &state_of, &from_state);
}

Matrix model_matmul(const Array<double>& a, const Array<double>& b,
                    const AccumulationModel& model,
                    const std::optional<Array<double>>& c, int threads) {
  const auto left = as_matrix(a);
  const auto right = as_matrix(b);
  std::optional<Matrix> initial;
  if (c) initial = as_matrix(*c);
  const py::gil_scoped_release without_gil;
  return kernels::matmul(left, right, model, initial, threads);
}

double model_dot(const Array<double>& x, const Array<double>& y,
                 const AccumulationModel& model, double initial) {
  const auto left = elements(x);
  const auto right = elements(y);
  const py::gil_scoped_release without_gil;
  return dot(left, right, model, initial);
}

}  // namespace

void bind_models(py::module_& m) {
  bind_model_class(m);
  m.def("matmul", &model_matmul, py::arg("a").noconvert(), py::arg("b").noconvert(),
        py::arg("model"), py::arg("c").noconvert(), py::arg("threads"),
        "a @ b + c as the model computes it.");
  m.def("dot", &model_dot, py::arg("x").noconvert(), py::arg("y").noconvert(),
        py::arg("model"), py::arg("initial"),
        "The sum of x[i]*y[i] and initial as the model computes it.");
}

}  // namespace halfulp::bindings
