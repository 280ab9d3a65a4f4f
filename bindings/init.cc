#include "bindings/init.h"

#include <algorithm>

#include "halfulp/base/binary64.h"

namespace halfulp::bindings {
namespace {

namespace py = pybind11;

using Known = std::vector<InitArgument>;

std::string help(const char* cls, const Known& known) {
  std::string names;
  for (const InitArgument& one : known)
    names += (names.empty() ? "" : ", ") + std::string(one.name);
  return std::string("; ") + cls + " takes " + names + ", all but the first by name";
}

bool is_float(py::handle value) {
  return PyFloat_Check(value.ptr()) ||
         py::isinstance(value, py::module_::import("numpy").attr("floating"));
}

// The value and its type, shortly: Python writes no int of more than some thousand digits.
std::string shown(py::handle value) {
  constexpr std::size_t kMostBits = 128;
  if (is_integer(value)) {
    const auto number = py::reinterpret_steal<py::int_>(PyNumber_Index(value.ptr()));
    const auto bits = number.attr("bit_length")().cast<std::size_t>();
    if (bits > kMostBits) return "an int of " + std::to_string(bits) + " bits";
  }
  return py::repr(value).cast<std::string>() + " (" +
         py::type::of(value).attr("__name__").cast<std::string>() + ")";
}

[[noreturn]] void refuse_value(const InitArgument& argument, py::handle value) {
  const std::string name = argument.name;
  const std::string type = argument.type;
  if (type == "an int" && is_integer(value))
    throw py::value_error(name + " must be between -2**31 and 2**31 - 1, got " +
                          shown(value));
  if (type == "a number" && is_number(value))
    throw py::value_error(name + " must be a binary64 number, got " + shown(value));
  if (type == "a str" && py::isinstance<py::str>(value))
    throw py::value_error(name + " must be text that UTF-8 holds, got " + shown(value));
  throw py::type_error(name + " must be " + type + ", got " + shown(value));
}

}  // namespace

bool is_integer(py::handle value) {
  if (py::isinstance<py::bool_>(value)) return false;
  return PyLong_Check(value.ptr()) ||
         py::isinstance(value, py::module_::import("numpy").attr("integer"));
}

bool is_number(py::handle value) { return is_integer(value) || is_float(value); }

std::optional<double> exact_number(py::handle value) {
  if (!is_number(value)) return std::nullopt;
  // NumPy compares its integers with floats after rounding them; Python compares exactly.
  const auto given =
      is_float(value) ? py::reinterpret_borrow<py::object>(value)
                      : py::reinterpret_steal<py::object>(PyNumber_Index(value.ptr()));
  const double number = PyFloat_AsDouble(given.ptr());
  if (PyErr_Occurred() != nullptr) {  // beyond binary64
    PyErr_Clear();
    return std::nullopt;
  }
  const bool is_same = is_not_a_number(number) || given.equal(py::float_(number));
  return is_same ? std::optional(number) : std::nullopt;
}

void refuse_init(const char* cls, const Known& known, const py::args& positional,
                 const py::kwargs& named) {
  if (positional.size() > 1) {
    throw py::type_error(std::to_string(positional.size()) +
                         " arguments without a name" + help(cls, known));
  }
  for (const auto& [key, value] : named) {
    const auto name = key.cast<std::string>();
    if (std::ranges::none_of(known,
                             [&](const InitArgument& one) { return name == one.name; }))
      throw py::type_error("unknown argument " + name + help(cls, known));
  }
  for (const InitArgument& one : known) {
    const bool is_first = &one == &known.front() && positional.size() == 1;
    if (!is_first && !named.contains(one.name)) {
      if (!one.required) continue;
      throw py::type_error(std::string("missing argument ") + one.name +
                           help(cls, known));
    }
    const py::object value =
        is_first ? py::object(positional[0]) : py::object(named[one.name]);
    if (!one.takes(value)) refuse_value(one, value);
  }
  throw py::type_error(std::string("the first argument is given twice") +
                       help(cls, known));
}

}  // namespace halfulp::bindings
