#pragma once

#include <array>

#include "halfulp/formats/format.h"

namespace halfulp {

// How the scale of a block follows from its largest finite magnitude, amax (divided by the
// tensor scale, if there is one). The result is clamped to the positive numbers of the scale
// format. `precision` is that of the element format; `emax` and `max` are those of
// element * 2^(micro-exponents): of the element format, where there are none.
enum class ScaleRule {
  floor,     // 2^(floor(log2 amax) - emax): OCP MX 1.0, 6.3
  ceil,      // 2^(ceil(log2 amax) - emax)
  round_up,  // the least power of two that is at least amax / max
  nearest,   // amax / max, rounded to the scale format, to nearest even
  // fl(amax * fl(1 / max)), where fl rounds to bfloat16, rounded to the scale format: to
  // nearest even all three times, to the largest number beyond it. The tensor scale, if there
  // is one, is a factor of max here.
  nearest_bfloat16,
  even,  // floor, after amax has been rounded to the element's precision, nearest even
  // The better of two scales that are rounded as nearest's are: amax / 6 and amax / 4. The
  // second one is taken iff its sum of squared errors is less. For elements up to 6.
  four_over_six,
};

// A level of scales below that of the block: each group_size numbers share an integer from 0
// to 2^bits - 1, the exponent of a power of two. Without bits there is none.
struct MicroExponents {
  int group_size = 0;
  int bits = 0;

  friend constexpr bool operator==(const MicroExponents&,
                                   const MicroExponents&) = default;
  constexpr int largest() const { return (1 << bits) - 1; }
};

// A finite set of blocks of numbers: each block has one scale and up to block_size elements
// (fewer where an axis ends), and the numbers are scale * element; with micro-exponents,
// scale * 2^(those of the number's groups) * element. With a tensor scale they are that times
// the tensor scale, one positive binary32 number for the whole array.
//
// How numbers become a block is no part of it: BlockRule (rounding/block_rule.h) says that.
// Since the documents that define these formats fix with them how scales are chosen, that
// choice stands here as what BlockRule has by default, and nothing else looks at it.
struct BlockFormat {
  static constexpr std::size_t kLevels = 2;

  FormatName name;
  Format element;
  int block_size;
  Format scale;
  ScaleRule scale_rule = ScaleRule::floor;
  // The tensor scale is amax of the array / (max() * this). 0: there is none.
  double tensor_scale_target = 0;
  // Those of the larger groups first.
  std::array<MicroExponents, kLevels> micro_exponents = {};

  friend constexpr bool operator==(const BlockFormat&, const BlockFormat&) = default;

  // The first broken rule of a valid block format, with its remedy; empty if there is none.
  // In a valid one every number is a binary64 number: products are exact.
  constexpr std::string_view check() const;

  constexpr bool has_tensor_scale() const { return !is_zero(tensor_scale_target); }

  constexpr bool has_micro_exponents() const { return micro_exponents[0].bits != 0; }

  // The sum of the largest micro-exponents of the levels from `level` on.
  constexpr int largest_micro_exponent(std::size_t level = 0) const {
    int sum = 0;
    for (; level < kLevels; ++level) sum += micro_exponents[level].largest();
    return sum;
  }

  // The largest magnitude in a block, over its scale; and its exponent.
  constexpr double max() const {
    return element.max() * power_of_two(largest_micro_exponent());
  }
  constexpr int emax() const { return element.emax + largest_micro_exponent(); }

  // Whether ScaleRule::four_over_six is for it.
  constexpr bool may_have_four_over_six() const {
    return element.max() == 6.0 && !has_micro_exponents();
  }

  // How many numbers share all their scales.
  constexpr int smallest_group() const {
    int size = block_size;
    for (const MicroExponents& level : micro_exponents) {
      if (level.bits != 0) size = level.group_size;
    }
    return size;
  }

  // The codes of a block's scale and micro-exponents make one word: from its lowest bit, the
  // scale, then the micro-exponents level by level, group by group. These are the first bit
  // of a group's, and the bits of the word.
  constexpr int micro_exponent_bit(std::size_t level, int group) const {
    int bit = scale.width + group * micro_exponents[level].bits;
    for (std::size_t above = 0; above < level; ++above) bit += bits_of_level(above);
    return bit;
  }
  constexpr int scale_word_width() const {
    return micro_exponent_bit(kLevels - 1, 0) + bits_of_level(kLevels - 1);
  }

  // Bits for a number, the tensor scale left out: 4.25 for mxfp4.
  constexpr double bits_per_number() const {
    return element.width + static_cast<double>(scale_word_width()) / block_size;
  }

 private:
  constexpr int bits_of_level(std::size_t level) const {
    const MicroExponents& m = micro_exponents[level];
    return m.bits == 0 ? 0 : block_size / m.group_size * m.bits;
  }
  constexpr std::string_view check_micro_exponents() const;
  constexpr bool has_exact_products() const;
};

constexpr bool BlockFormat::has_exact_products() const {
  constexpr int kPrecision = 24;  // of the tensor scale, binary32
  constexpr int kLowest = -149;
  constexpr int kTop = 128;
  const int precision =
      element.precision + scale.precision + (has_tensor_scale() ? kPrecision : 0);
  const int lowest = element.quantum_exponent(kBelowAllExponents) +
                     scale.quantum_exponent(kBelowAllExponents) +
                     (has_tensor_scale() ? kLowest : 0);
  const int top = emax() + scale.emax + 2 + (has_tensor_scale() ? kTop : 0);
  return precision <= 53 && lowest >= -1074 && top <= 1024;
}

constexpr std::string_view BlockFormat::check_micro_exponents() const {
  int above = block_size;
  for (const MicroExponents& level : micro_exponents) {
    if (level == MicroExponents{}) {
      above = 0;
      continue;
    }
    if (above == 0) return "micro_exponents name the level of the larger groups first";
    if (level.bits < 1 || level.bits > 4 || level.group_size < 1)
      return "micro-exponents have 1 to 4 bits for groups of 1 or more numbers";
    if (above % level.group_size != 0 || above == level.group_size)
      return "groups must divide the block, and those of the second level the first's";
    above = level.group_size;
  }
  if (has_micro_exponents() && scale_word_width() > 32)
    return "scale and micro-exponents of a block have at most 32 bits in all";
  return {};
}

constexpr std::string_view BlockFormat::check() const {
  if (name.length == 0 || name.length > FormatName::kCapacity)
    return "a block format's name has 1 to 31 characters";
  if (const std::string_view broken = element.check(); !broken.empty()) return broken;
  if (const std::string_view broken = scale.check(); !broken.empty()) return broken;
  if (block_size < 1 || block_size > 65536)
    return "block_size must be between 1 and 65536";
  if (element.precision > 24 || scale.precision > 24 || element.width > 32 ||
      scale.width > 32)
    return "elements and scales have at most 24 bits of precision and 32 in all";
  if (!element.has_zero) return "the element format needs a zero";
  if (const std::string_view broken = check_micro_exponents(); !broken.empty())
    return broken;
  if (has_tensor_scale() && (bits_of(tensor_scale_target) < bits_of(scale.smallest()) ||
                             bits_of(tensor_scale_target) > bits_of(scale.max())))
    return "tensor_scale_target must be 0 or between the smallest and the largest "
           "scale";
  if (!has_exact_products())
    return "element times scale, times the tensor scale if there is one, must be a "
           "binary64 number; choose formats of less precision or range";
  if (scale_rule == ScaleRule::four_over_six && !may_have_four_over_six())
    return "the scale rule four_over_six is for elements up to 6, as e2m1fn's are, "
           "without micro-exponents";
  return {};
}

}  // namespace halfulp
