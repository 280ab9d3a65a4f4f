#pragma once

#include <span>

#include "halfulp/base/words.h"
#include "halfulp/formats/block_format.h"
#include "halfulp/rounding/rounding_rule.h"

namespace halfulp {

// What a NaN, or an infinity, makes of its block. The other numbers decide amax in any case.
enum class NonFinite {
  poison,   // the scale is NaN, so every number of the block is; the elements are +0.
            // An error where the scale format has no NaN
  element,  // the element is what the rounding rule makes of it; the scale is finite
  error,
};

// The scale of a block whose finite numbers are all zeros: the smallest one that
// SubnormalScale allows, 1 or 0. An error where the scale format has no such number.
enum class ZeroBlock { smallest, one, zero };

// The smallest scale that a block may have: the smallest number of the scale format, or its
// smallest normal one.
enum class SubnormalScale { keep, normal };

// What is rounded to the element format, s being the product of the number's scales.
enum class Division {
  exact,       // x / s
  reciprocal,  // fl(x * fl(1 / fl(s))), where fl rounds to binary32, nearest even, and
               // makes its largest number of what is beyond it
  reciprocal_bfloat16,  // x * fl(1 / s), where fl is the same for bfloat16
};

// How numbers become blocks.
struct BlockRule {
  ScaleRule scale_rule = ScaleRule::floor;
  RoundingRule element = {.overflow = Overflow::saturate_finite};
  NonFinite nan = NonFinite::poison;
  NonFinite infinity = NonFinite::poison;
  ZeroBlock zero_block = ZeroBlock::smallest;
  SubnormalScale subnormal_scale = SubnormalScale::keep;
  Division division = Division::exact;
  // Two's complement elements: the number that has no opposite becomes its neighbour.
  bool symmetric = false;

  friend constexpr bool operator==(const BlockRule&, const BlockRule&) = default;
};

// The default rule for a block format: that of its source for scales; elements are rounded
// to nearest even and saturate, as OCP MX 1.0 has it. Only in blocks of hif4's elements, scales
// and levels are they rounded to nearest, ties away, after a division by reciprocal_bfloat16,
// as its authors convert.
BlockRule default_block_rule(const BlockFormat& format);

// Throws std::invalid_argument if the rule is none for the format: a zero block's scale that
// the scale format does not hold, four_over_six for elements that do not end at 6.
void require_block_rule(const BlockFormat& format, const BlockRule& rule);

// The names of enumerators, for word_of and parse_word (base/words.h).
std::span<const Word<NonFinite>> non_finite_words();
std::span<const Word<ZeroBlock>> zero_block_words();
std::span<const Word<SubnormalScale>> subnormal_scale_words();
std::span<const Word<Division>> division_words();

}  // namespace halfulp
