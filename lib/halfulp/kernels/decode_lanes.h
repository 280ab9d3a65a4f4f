#pragma once

#include <cstddef>
#include <cstdint>

#include "halfulp/kernels/encode_lanes.h"

namespace halfulp::kernels {

// Whether decode_lanes does: not where normal numbers are subnormal in binary32, but for the
// powers of two of e8m0fnu.
inline bool has_decode_lanes(const CodeLayout<float>& layout) {
  const bool powers = layout.dropped_bits == 23 && layout.offset == 0;
  return !layout.is_low || (powers && layout.smallest != 0);
}

// The numbers of codes, in groups of kCodeGroup: `count` is a multiple of it. Stops at the
// first group that has an infinity, a NaN or a code that is too wide, a part of which may
// have been written, and returns the number of codes before it. Floating-point environment:
// the default one.
std::size_t decode_lanes(const std::uint8_t* codes, float* out, std::size_t count,
                         const CodeLayout<float>& layout);
std::size_t decode_lanes(const std::uint16_t* codes, float* out, std::size_t count,
                         const CodeLayout<float>& layout);
std::size_t decode_lanes(const std::uint32_t* codes, float* out, std::size_t count,
                         const CodeLayout<float>& layout);

}  // namespace halfulp::kernels
