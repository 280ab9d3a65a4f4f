#pragma once

#include <cstdint>
#include <span>

#include "halfulp/formats/block_format.h"
#include "halfulp/kernels/quantize_blocks.h"

namespace halfulp::kernels {

// The parts of the words that quantize_blocks writes for scales (see
// BlockFormat::micro_exponent_bit) as arrays of their own. `words` holds one for each block of
// the shape.

// The codes of scales, one for each word; `codes` and `words` may be the same span.
// std::invalid_argument if their sizes differ or they overlap otherwise.
void scale_codes_of(std::span<const std::uint32_t> words, const BlockFormat& format,
                    std::span<std::uint32_t> codes);

// The micro-exponents of a level that the format has: along the middle axis one for each
// group of numbers, so outer x ceil(length / group_size) x inner of them. std::invalid_argument for a level that
// the format has not, a block size that quantize_blocks would refuse, sizes that do not match
// the shape, and spans that overlap.
void micro_exponents_of(std::span<const std::uint32_t> words, const BlockedShape& shape,
                        const BlockFormat& format, std::size_t level,
                        std::span<std::uint8_t> exponents);

}  // namespace halfulp::kernels
