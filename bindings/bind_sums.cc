#include <pybind11/eigen.h>
#include <pybind11/stl.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bindings/arrays.h"
#include "bindings/bind.h"
#include "halfulp/arithmetic/dot_codes.h"
#include "halfulp/kernels/matmul.h"

namespace halfulp::bindings {
namespace {

std::optional<RandomSource> source_of(bool is_given, std::string_view generator,
                                      std::uint64_t key, std::uint64_t first_index) {
  if (!is_given) return std::nullopt;
  return RandomSource{key, first_index,
                      parse_word("generator", generator, generator_words())};
}

std::optional<Matrix> matrix_of(const std::optional<Array<double>>& array) {
  if (!array) return std::nullopt;
  return Matrix(as_matrix(*array));
}

py::tuple model_matmul(const Array<double>& a, const Array<double>& b,
                       const AccumulationModel& model,
                       const std::optional<Array<double>>& c,
                       const std::optional<Array<double>>& a_scales,
                       const std::optional<Array<double>>& b_scales, bool has_source,
                       std::string_view generator, std::uint64_t key,
                       std::uint64_t first_index, int threads) {
  const MatmulOperands operands{
      as_matrix(a),          as_matrix(b),
      matrix_of(c),          matrix_of(a_scales),
      matrix_of(b_scales),   source_of(has_source, generator, key, first_index)};
  kernels::MatmulResult result;
  {
    const py::gil_scoped_release without_gil;
    result = kernels::matmul(operands, model, threads);
  }
  return py::make_tuple(std::move(result.product),
                        word_of(result.path, kernels::matmul_path_words()));
}

using Codes = std::vector<std::uint64_t>;

std::uint64_t model_dot_codes(const Codes& a, const Codes& b,
                              std::optional<std::uint64_t> c,
                              const AccumulationModel& model, const Codes& a_scales,
                              const Codes& b_scales) {
  return dot_codes({a, b, c, a_scales, b_scales}, model);
}

}  // namespace

void bind_sums(py::module_& m) {
  m.def("matmul", &model_matmul, py::arg("a").noconvert(), py::arg("b").noconvert(),
        py::arg("model"), py::arg("c").noconvert(), py::arg("a_scales").noconvert(),
        py::arg("b_scales").noconvert(), py::arg("has_source"), py::arg("generator"),
        py::arg("key"), py::arg("first_index"), py::arg("threads"),
        "a @ b + c as the model computes it, and what computed it.");
  m.def("dot_codes", &model_dot_codes, py::arg("a"), py::arg("b"), py::arg("c"),
        py::arg("model"), py::arg("a_scales"), py::arg("b_scales"),
        "The dot product of bit patterns as the model computes it.");
  m.def("words_of_sum", &words_of_sum, py::arg("model"), py::arg("terms"),
        "How many random words are set aside for one sum.");
}

}  // namespace halfulp::bindings
