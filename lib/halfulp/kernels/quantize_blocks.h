#pragma once

#include <cstdint>
#include <span>

#include "halfulp/base/random.h"
#include "halfulp/formats/block_format.h"
#include "halfulp/rounding/block_rule.h"

namespace halfulp::kernels {

// outer x length x inner numbers in this order, the last index fastest, in blocks along the
// middle axis; the last block of each line is shorter where block_size does not divide
// length. A line's scales lie alike: outer x blocks() x inner.
struct BlockedShape {
  std::size_t outer;
  std::size_t length;
  std::size_t inner;
  int block_size;

  std::size_t size() const { return outer * length * inner; }
  std::size_t blocks() const {  // along the middle axis
    const auto block = static_cast<std::size_t>(block_size);
    return length / block + (length % block != 0 ? 1 : 0);
  }
  std::size_t scales() const { return outer * blocks() * inner; }
};

// The tensor scale of an array for a block format: see tensor_scale_for. It does not depend on
// `threads`; std::invalid_argument unless 1 <= threads <= 1024.
double tensor_scale_of(std::span<const double> in, const BlockFormat& format,
                       int threads = 1);
double tensor_scale_of(std::span<const float> in, const BlockFormat& format,
                       int threads = 1);

// The codes of the blocks that halfulp::quantize_block gives, of elements and (scale_word) of
// scales with their micro-exponents, bit for bit, on every target
// and for every number of threads; in stochastic modes element i of the array takes word i of
// the source, which other modes do not look at. shape.block_size is that of the format or, where the user
// wants shorter blocks, less.
//
// Where the rule makes an input an error, std::invalid_argument names the first such index
// and value, and nothing has been written. Also thrown for what quantize_block refuses, if
// sizes do not match the shape, if Code (8, 16 or 32 bits, unsigned) has fewer bits than the
// element format, and unless 1 <= threads <= 1024. The spans must not overlap.
template <class T, class Code>
void quantize_blocks(std::span<const T> in, const BlockedShape& shape,
                     double tensor_scale, const BlockFormat& format,
                     const BlockRule& rule, const RandomSource& source,
                     std::span<Code> codes, std::span<std::uint32_t> scales,
                     int threads = 1);

// The same; refuses stochastic modes.
template <class T, class Code>
void quantize_blocks(std::span<const T> in, const BlockedShape& shape,
                     double tensor_scale, const BlockFormat& format,
                     const BlockRule& rule, std::span<Code> codes,
                     std::span<std::uint32_t> scales, int threads = 1);

// out = halfulp::dequantize of each element and the scale of its block, bit for bit. `elements`
// and `out` may be the same span; std::invalid_argument if spans overlap otherwise.
void dequantize_blocks(std::span<const double> elements, std::span<const double> scales,
                       const BlockedShape& shape, double tensor_scale,
                       std::span<double> out, int threads = 1);

}  // namespace halfulp::kernels
