#pragma once

#include <cstddef>
#include <cstdint>

namespace halfulp::kernels {

// The steps of quantize_blocks on a part of an array that fits a buffer, in the vectors of
// the target that runs now. Blocks lie one after the other, the last one shorter
// (…_in_blocks), or side by side, a row holding one number of each (…_in_row). Patterns of
// magnitudes order as the magnitudes do, infinities and NaNs above all numbers.
// Floating-point environment: the default one.

// The largest pattern of each block.
void largest_in_blocks(const float* in, std::size_t count, std::size_t block_size,
                       std::int32_t* largest);
void largest_in_blocks(const double* in, std::size_t count, std::size_t block_size,
                       std::int64_t* largest);

// The largest patterns so far, and those of one more row.
void largest_in_row(const float* in, std::size_t count, std::int32_t* largest);
void largest_in_row(const double* in, std::size_t count, std::int64_t* largest);

// out = element * scale of its block * tensor_scale, where no product is rounded; NaNs become
// the positive one without payload.
void dequantize_in_blocks(const double* elements, std::size_t count,
                          std::size_t block_size, const double* scales,
                          double tensor_scale, double* out);
void dequantize_in_row(const double* elements, std::size_t count, const double* scales,
                       double tensor_scale, double* out);

}  // namespace halfulp::kernels
