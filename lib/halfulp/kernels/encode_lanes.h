#pragma once

#include <cstddef>

#include "halfulp/kernels/code_layout.h"

namespace halfulp::kernels {

inline constexpr std::size_t kCodeGroup = 64;

// What encode_lanes does with numbers that the format does not hold.
template <class T>
struct EncodeLimit {
  LaneBits<T> pattern;  // groups with a magnitude beyond it are left to the caller
  bool clamps;          // magnitudes above `max` become it
  T max;
};

// The codes of numbers rounded to nearest even, so those of numbers of the format too, in
// groups of kCodeGroup: `count` is a multiple of it. Stops at the first group that it cannot
// do, a part of which may have been written, and returns the number of codes before it. T is
// float or double, Code an unsigned integer of 8, 16 or 32 bits that holds the codes.
// Floating-point environment: the default one.
template <class T, class Code>
std::size_t encode_lanes(const T* in, Code* codes, std::size_t count,
                         const CodeGrid<T>& grid, const EncodeLimit<T>& limit);

}  // namespace halfulp::kernels
