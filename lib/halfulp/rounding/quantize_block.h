#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "halfulp/formats/block_format.h"
#include "halfulp/rounding/block_rule.h"

namespace halfulp {

// The numbers of a block: a number of the scale format, or NaN, numbers of the element format,
// and of each level one micro-exponent for each group, if there are such levels. encode
// (formats/codec.h) gives codes of elements.
struct QuantizedBlock {
  double scale;
  std::vector<double> elements;
  std::array<std::vector<int>, BlockFormat::kLevels> micro_exponents = {};
};

// The block that the rule gives for x.
//
// This is the definition; kernels::quantize_blocks is the fast version of it.
//   1. amax is the largest finite magnitude, and the scale s follows from amax /
//      tensor_scale by the scale rule (formats/block_format.h), clamped to the scale format.
//   2. Micro-exponents, level by level: y is the largest finite magnitude of the group,
//      divided as elements are by the scales that are known, those of the levels above among
//      them; the micro-exponent is floor(log2 y) - element.emax, less the largest ones of the
//      levels below, clamped to what its bits hold: the least that brings y, or the lower
//      levels and then the element, below 2^(element.emax + 1). 0 for y = 0.
//   3. Each element is x / (its scales and the tensor scale), rounded once to the element
//      format by rule.element; or as rule.division says. A zero keeps its sign.
// Four over six: its errors are those of the numbers that dequantize gives; they, their
// squares and the sums of these, from index 0, are rounded to binary64. Equal sums take 6.
//
// Stochastic modes take random[i], a word of 32 bits, for element i; both candidates of four
// over six take the same. Without words they are refused.
//
// 1 <= x.size() <= block_size; as many words, or none where the mode needs none.
// tensor_scale is a positive number of binary32, 1 where the format has no tensor scale.
// Throws std::invalid_argument for other arguments, for a rule that is none for the format,
// and where the rule makes a NaN or an infinity an error.
QuantizedBlock quantize_block(std::span<const double> x, double tensor_scale,
                              const BlockFormat& format, const BlockRule& rule,
                              std::span<const std::uint32_t> random = {});

// The scale of number i times 2^(its micro-exponents).
double scale_of(const QuantizedBlock& block, std::size_t i, const BlockFormat& format);

// The code of the scale and the micro-exponents: see BlockFormat::micro_exponent_bit.
std::uint32_t scale_word(const QuantizedBlock& block, const BlockFormat& format);

// element * scale * tensor_scale, exactly, for members of a valid block format; NaN if one
// of them is. Infinite elements stay infinite, NaN if the scale is 0.
double dequantize(double element, double scale, double tensor_scale);

// Throws what quantize_block would throw for a block with a NaN, or with an infinity.
void require_nan_block_rule(const BlockFormat& format, const BlockRule& rule);
void require_infinity_block_rule(const BlockFormat& format, const BlockRule& rule,
                                 bool negative);

// Throws unless a tensor scale is one for the format: see quantize_block.
void require_tensor_scale(double tensor_scale, const BlockFormat& format);

}  // namespace halfulp
