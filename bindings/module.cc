#include <pybind11/pybind11.h>

#include "experiments/registry.h"
#include "halfulp/base/version.h"

PYBIND11_MODULE(_core, m) {
  m.attr("version") = halfulp::kVersion;
  m.def("run_museum", [] { return halfulp::run_museum().dump(); });
}
