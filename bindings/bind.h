#pragma once

#include <pybind11/pybind11.h>

// The module is made of these, one a concept. The Python package beside them decides what a
// user may pass and turns it into the few exact types that they take: contiguous arrays of
// binary64, of binary32 or of codes, formats and rules as objects. Nothing is converted here.

namespace halfulp::bindings {

namespace py = pybind11;

void bind_formats(py::module_& m);
void bind_codes(py::module_& m);
void bind_rounding(py::module_& m);
void bind_explain(py::module_& m);
void bind_blocks(py::module_& m);
void bind_models(py::module_& m);
void bind_sums(py::module_& m);
void bind_reference(py::module_& m);
void bind_metrics(py::module_& m);
void bind_experiments(py::module_& m);

}  // namespace halfulp::bindings
