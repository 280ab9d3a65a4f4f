#pragma once

#include <pybind11/pybind11.h>

#include <algorithm>
#include <span>
#include <string>

namespace halfulp::bindings {

// An argument of a class's __init__ as people are told of it: the first may be positional,
// the others are keywords. `type` is "a str", "an int" or "a bool".
struct InitArgument {
  const char* name;
  const char* type;
  bool required;
};

// What is wrong with a call that no __init__ of the class takes, by the name of the argument.
inline std::string init_refusal(const std::string& cls,
                                std::span<const InitArgument> arguments,
                                const pybind11::args& positional,
                                const pybind11::kwargs& named) {
  namespace py = pybind11;
  std::string known;
  for (const InitArgument& one : arguments)
    known += (known.empty() ? "" : ", ") + std::string(one.name);
  const std::string help =
      "; " + cls + " takes " + known + ", all but the first by name";
  if (positional.size() > 1)
    return std::to_string(positional.size()) + " arguments without a name" + help;
  for (const auto& [name, value] : named) {
    const bool is_known = std::ranges::any_of(arguments, [&](const InitArgument& one) {
      return name.cast<std::string>() == one.name;
    });
    if (!is_known) return "unknown argument " + name.cast<std::string>() + help;
  }
  for (const InitArgument& one : arguments) {
    const bool is_first = &one == &arguments.front() && positional.size() == 1;
    if (!is_first && !named.contains(one.name)) {
      if (one.required) return "missing argument " + std::string(one.name) + help;
      continue;
    }
    const py::object value =
        is_first ? py::object(positional[0]) : py::object(named[one.name]);
    const std::string type = one.type;
    const bool fits = type == "a str"    ? py::isinstance<py::str>(value)
                      : type == "a bool" ? py::isinstance<py::bool_>(value)
                                         : py::isinstance<py::int_>(value);
    if (!fits) {
      return std::string(one.name) + " must be " + type + ", got " +
             py::repr(value).cast<std::string>() + " (" +
             py::type::of(value).attr("__name__").cast<std::string>() + ")";
    }
  }
  return "an argument is out of range" + help;
}

// The last __init__ of a class, for calls that the others do not take: TypeError.
template <class T>
void refuse_other_inits(pybind11::class_<T>& cls, const char* name,
                        std::span<const InitArgument> arguments) {
  cls.def(pybind11::init([name, arguments](const pybind11::args& positional,
                                           const pybind11::kwargs& named) -> T {
    throw pybind11::type_error(init_refusal(name, arguments, positional, named));
  }));
}

}  // namespace halfulp::bindings
