#pragma once

#include <cstddef>
#include <functional>

#include "halfulp/base/random.h"
#include "halfulp/formats/format.h"
#include "halfulp/rounding/rounding_rule.h"

namespace halfulp::kernels {

// Rounds a part of an array, in place or elsewhere; the source begins with the word of its
// first element.
template <class T>
using RoundPart = std::function<void(const T* in, T* out, const RandomSource& source,
                                     std::size_t count)>;

// The fastest way to round float or double to the format under the rule, both valid, inputs
// that the rule makes an error aside. Floating-point environment: the default one.
template <class T>
RoundPart<T> rounder(const Format& format, const RoundingRule& rule);

}  // namespace halfulp::kernels
