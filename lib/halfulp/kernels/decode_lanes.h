#pragma once

#include <cstddef>
#include <cstdint>

#include "halfulp/kernels/encode_lanes.h"

namespace halfulp::kernels {

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
