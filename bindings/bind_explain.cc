#include <pybind11/stl.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bindings/arrays.h"
#include "bindings/bind.h"
#include "bindings/words.h"
#include "halfulp/base/fp_environment.h"
#include "halfulp/reference/decimal.h"
#include "halfulp/rounding/explain.h"
#include "halfulp/rounding/ulp_distance.h"

namespace halfulp::bindings {
namespace {

py::tuple explained(double x, const Format& format, const RoundingRule& rule,
                    std::optional<std::uint32_t> random) {
  const Explanation e =
      random ? explain(x, format, rule, *random) : explain(x, format, rule);
  return py::make_tuple(word_of(e.reason, reason_words()), e.is_member, e.result,
                        e.below, e.above, e.beyond, e.midpoint, e.fraction,
                        e.ulps_from_below, e.ulps_from_above);
}

Array<double> distances(const Array<double>& x, const Array<double>& y,
                        const Format& format, int threads) {
  return transformed<double>(
      x, [&, other = elements(y)](std::span<const double> in, std::span<double> out) {
        ulp_distance(in, other, out, format, threads);
      });
}

std::vector<std::string> decimals(const Array<double>& x, const Format& format) {
  std::vector<std::string> texts;
  for (const double value : elements(x)) {
    texts.push_back(reference::shortest_decimal(value, format));
  }
  return texts;
}

}  // namespace

void bind_explain(py::module_& m) {
  m.def("explain", &explained, py::arg("x"), py::arg("format"), py::arg("rule"),
        py::arg("random"),
        "The reason, whether x is a member, the result, the numbers below, above and "
        "beyond, the midpoint, the fraction of the gap, and the ulps from the numbers "
        "below and above.");
  m.def(
      "in_default_fp_environment",
      [](const py::function& function) {
        return in_default_fp_environment([&]() -> py::object { return function(); });
      },
      py::arg("function"),
      "What the function returns, called with rounding to nearest and subnormal "
      "numbers kept.");
  m.def("ulp_distance", &distances, py::arg("x").noconvert(), py::arg("y").noconvert(),
        py::arg("format"), py::arg("threads") = 1,
        "The steps between two members, of the shape of x.");
  m.def("shortest_decimals", &decimals, py::arg("x").noconvert(), py::arg("format"),
        "The shortest decimal that reads back as each member, in order.");
}

}  // namespace halfulp::bindings
