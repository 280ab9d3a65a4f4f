#pragma once

#include <pybind11/pybind11.h>

#include <string>

#include "halfulp/base/words.h"

namespace halfulp::bindings {

// A getter of an enumerator's word, for a property.
template <class T, class Enum>
auto word_getter(Enum T::* member, std::span<const Word<Enum>> words) {
  return [=](const T& object) { return std::string(word_of(object.*member, words)); };
}

}  // namespace halfulp::bindings
