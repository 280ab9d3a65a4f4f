#pragma once

#include <pybind11/numpy.h>

#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "halfulp/base/matrix.h"

namespace halfulp::bindings {

namespace py = pybind11;

// A C-contiguous array in native byte order. Bound with .noconvert(): pybind11 then refuses
// any other dtype or layout, where it would otherwise convert or misread it.
template <class T>
using Array = py::array_t<T, py::array::c_style>;

template <class T>
std::span<const T> elements(const Array<T>& array) {
  return {array.data(), static_cast<std::size_t>(array.size())};
}

template <class T>
std::span<T> mutable_elements(Array<T>& array) {
  return {array.mutable_data(), static_cast<std::size_t>(array.size())};
}

// The array of `in`'s shape that body(elements of in, elements of out) fills without the GIL.
template <class Out, class In, class Body>
Array<Out> transformed(const Array<In>& in, Body body) {
  Array<Out> out(std::vector<py::ssize_t>(in.shape(), in.shape() + in.ndim()));
  const std::span<const In> source = elements(in);
  const std::span<Out> target = mutable_elements(out);
  {
    const py::gil_scoped_release without_gil;
    body(source, target);
  }
  return out;
}

// A matrix argument, seen in place.
inline Eigen::Map<const Matrix> as_matrix(const Array<double>& array) {
  if (array.ndim() != 2) {
    throw std::invalid_argument("a matrix has two dimensions, not " +
                                std::to_string(array.ndim()));
  }
  return {array.data(), array.shape(0), array.shape(1)};
}

}  // namespace halfulp::bindings
