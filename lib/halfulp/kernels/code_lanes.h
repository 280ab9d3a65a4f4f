#pragma once

#include <cstddef>
#include <cstdint>

#include "halfulp/kernels/code_layout.h"

namespace halfulp::kernels {

inline constexpr std::size_t kCodeGroup = 64;

// What encode_lanes does with numbers that the format does not hold.
struct EncodeLimit {
  std::int32_t pattern;  // groups with a magnitude beyond it are left to the caller
  bool clamps;           // magnitudes above `max` become it
  float max;
};

// Code is an unsigned integer of 8, 16 or 32 bits here.

// The codes of numbers rounded to nearest even, so those of numbers of the format too, in
// groups of kCodeGroup: `count` is a multiple of it. Stops at the first group that it cannot
// do, a part of which may have been written, and returns the number of codes before it.
template <class Code>
std::size_t encode_lanes(const float* in, Code* codes, std::size_t count,
                         const CodeLayout& layout, const EncodeLimit& limit);

// The numbers of codes, likewise: it stops at infinities, NaNs and codes that are too wide.
template <class Code>
std::size_t decode_lanes(const Code* codes, float* out, std::size_t count,
                         const CodeLayout& layout);

// Numbers of both carriers from one to the other, each NaN to some NaN; `count` is a multiple
// of kCodeGroup.
void narrow_lanes(const double* in, float* out, std::size_t count);
void widen_lanes(const float* in, double* out, std::size_t count);

}  // namespace halfulp::kernels
