#pragma once

#include <pybind11/pybind11.h>

namespace halfulp::bindings {

// Equality, hash and pickling of an immutable class, from the tuple `state(object)`, which
// tells unequal objects apart and which `restore` turns back into an equal one.
template <class T, class State, class Restore>
void bind_value(pybind11::class_<T>& cls, State state, Restore restore) {
  namespace py = pybind11;
  cls.def(
         "__eq__", [](const T& a, const T& b) { return a == b; }, py::is_operator())
      .def("__hash__", [state](const T& object) { return py::hash(state(object)); })
      .def(py::pickle(state, restore));
}

}  // namespace halfulp::bindings
