#pragma once

#include "halfulp/formats/format.h"

namespace halfulp {

// How the scale of a block follows from its largest finite magnitude, amax (divided by the
// tensor scale, if there is one). The result is clamped to the positive numbers of the scale
// format. `emax`, `max` and the precision are those of the element format.
enum class ScaleRule {
  floor,     // 2^(floor(log2 amax) - emax): OCP MX 1.0, 6.3
  ceil,      // 2^(ceil(log2 amax) - emax)
  round_up,  // the least power of two that is at least amax / max
  nearest,   // amax / max, rounded to the scale format, to nearest even
  even,  // floor, after amax has been rounded to the element's precision, nearest even
  // The better of two scales that are rounded as nearest's are: amax / 6 and amax / 4. The
  // second one is taken iff its sum of squared errors is less. For elements up to 6.
  four_over_six,
};

// A finite set of blocks of numbers: each block has one scale and up to block_size elements
// (fewer where an axis ends), and the numbers are scale * element. With a tensor scale they
// are tensor scale * scale * element, where the tensor scale is one positive binary32 number
// for the whole array.
//
// How numbers become a block (rounding, the treatment of NaN, ...) is no part of it; the rule
// for scales that its source prescribes stands here as the default.
struct BlockFormat {
  FormatName name;
  Format element;
  int block_size;
  Format scale;
  ScaleRule scale_rule = ScaleRule::floor;
  // The tensor scale is amax of the array / (element.max() * this). 0: there is none.
  double tensor_scale_target = 0;

  friend constexpr bool operator==(const BlockFormat&, const BlockFormat&) = default;

  // The first broken rule of a valid block format, with its remedy; empty if there is none.
  // In a valid one every number is a binary64 number: products are exact.
  constexpr std::string_view check() const;

  constexpr bool has_tensor_scale() const { return !is_zero(tensor_scale_target); }

  // Bits for a number, the tensor scale left out: 4.25 for mxfp4.
  constexpr double bits_per_number() const {
    return element.width + static_cast<double>(scale.width) / block_size;
  }

 private:
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
  const int top = element.emax + scale.emax + 2 + (has_tensor_scale() ? kTop : 0);
  return precision <= 53 && lowest >= -1074 && top <= 1024;
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
  if (has_tensor_scale() && (bits_of(tensor_scale_target) < bits_of(scale.smallest()) ||
                             bits_of(tensor_scale_target) > bits_of(scale.max())))
    return "tensor_scale_target must be 0 or between the smallest and the largest "
           "scale";
  if (!has_exact_products())
    return "element times scale, times the tensor scale if there is one, must be a "
           "binary64 number; choose formats of less precision or range";
  if (scale_rule == ScaleRule::four_over_six && element.max() != 6.0)
    return "the scale rule four_over_six is for elements up to 6, as e2m1fn's are";
  return {};
}

}  // namespace halfulp
