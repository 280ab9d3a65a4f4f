#pragma once

#include <cstddef>

#include "halfulp/kernels/code_shortcut.h"

namespace halfulp::kernels {

inline constexpr std::size_t kCodeGroup = 64;

// The codes of numbers rounded to nearest even, so those of numbers of the format too, in
// groups of kCodeGroup: `count` is a multiple of it. Stops at the first group that it cannot
// do, a part of which may have been written, and returns the number of codes before it. T is
// float or double, Code an unsigned integer of 8, 16 or 32 bits that holds the codes.
// Floating-point environment: the default one.
template <class T, class Code>
std::size_t encode_lanes(const T* in, Code* codes, std::size_t count,
                         const CodeShortcut<T>& shortcut, const EncodeLimit<T>& limit);

}  // namespace halfulp::kernels
