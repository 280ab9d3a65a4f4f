#pragma once

#include <pybind11/pybind11.h>

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "halfulp/formats/format.h"

namespace halfulp::bindings {

// An argument that is an int of Python's or NumPy's, but no bool, and fits.
struct Integer {
  int value = 0;
};

// One that is a float or an int, of Python's or NumPy's, but no bool, and a binary64 number.
struct Number {
  double value = 0;
};

// Whether it is an int, of Python's or NumPy's, but no bool: what has an __index__ besides,
// as arrays have, may raise when it is asked for it.
bool is_integer(pybind11::handle value);

// Whether it is a float or an int, and the number, if binary64 has it (NaN included).
bool is_number(pybind11::handle value);
std::optional<double> exact_number(pybind11::handle value);

}  // namespace halfulp::bindings

namespace pybind11::detail {

template <>
struct type_caster<halfulp::bindings::Integer> {
  PYBIND11_TYPE_CASTER(halfulp::bindings::Integer, const_name("int"));
  bool load(handle source, bool /*convert*/) {
    make_caster<int> number;
    if (!halfulp::bindings::is_integer(source) || !number.load(source, false))
      return false;
    value.value = cast_op<int>(number);
    return true;
  }
};

template <>
struct type_caster<halfulp::bindings::Number> {
  PYBIND11_TYPE_CASTER(halfulp::bindings::Number, const_name("float"));
  bool load(handle source, bool /*convert*/) {
    const auto number = halfulp::bindings::exact_number(source);
    if (number) value.value = *number;
    return number.has_value();
  }
};

}  // namespace pybind11::detail

namespace halfulp::bindings {

// An argument of an __init__ as people are told of it.
struct InitArgument {
  const char* name;
  bool required;
  const char* type = nullptr;
  bool (*takes)(pybind11::handle) = nullptr;  // for a value of that type: that it fits
};

template <class Value>
void set_type(InitArgument& argument) {
  using Type = std::remove_cvref_t<Value>;
  argument.type = std::is_same_v<Type, std::string_view> ? "a str"
                  : std::is_same_v<Type, bool>           ? "a bool"
                  : std::is_same_v<Type, Integer>        ? "an int"
                  : std::is_same_v<Type, Number>         ? "a number"
                  : std::is_same_v<Type, Format>         ? "a Format"
                                                         : "pairs of ints";
  argument.takes = [](pybind11::handle value) {
    return pybind11::detail::make_caster<Type>().load(value, false);
  };
}

// Raises TypeError or ValueError that says what is wrong with a call of the class, by the
// name of the argument: one that its __init__ does not take.
[[noreturn]] void refuse_init(const char* cls, const std::vector<InitArgument>& known,
                              const pybind11::args& positional,
                              const pybind11::kwargs& named);

inline void append(std::vector<InitArgument>& known, const pybind11::arg& argument) {
  known.push_back({argument.name, true});
}
inline void append(std::vector<InitArgument>& known, const pybind11::arg_v& argument) {
  known.push_back({argument.name, false});
}
inline void append(std::vector<InitArgument>& /*known*/,
                   const pybind11::kw_only& /*star*/) {}

// The __init__ of a class: `make`, with the names and defaults of its arguments, and
// kw_only() after the first. What it does not take refuse_init refuses.
template <class T, class... Values, class... Names>
void bind_init(pybind11::class_<T>& cls, const char* name, T (*make)(Values...),
               const Names&... names) {
  std::vector<InitArgument> known;
  (append(known, names), ...);
  [&]<std::size_t... i>(std::index_sequence<i...>) {
    (set_type<Values>(known.at(i)), ...);
  }(std::index_sequence_for<Values...>());
  cls.def(pybind11::init(make), names...);
  cls.def(pybind11::init([name, known](const pybind11::args& positional,
                                       const pybind11::kwargs& named) -> T {
    refuse_init(name, known, positional, named);
  }));
}

}  // namespace halfulp::bindings
