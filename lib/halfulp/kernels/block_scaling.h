#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "halfulp/formats/block_format.h"
#include "halfulp/kernels/rounder.h"
#include "halfulp/kernels/scale_steps.h"
#include "halfulp/rounding/block_rule.h"

namespace halfulp::kernels {

// Formats for which scale_steps.h rounds to odd: numbers between 2^-300 and 2^300.
bool is_moderate(const Format& format);

// How a number is divided by its scales in binary64, so that rounding the result is rounding
// what the definition rounds.
struct WideScaling {
  ScaleStep step;
  bool inverse = false;      // for Division::exact: multiply by 1 / s, a power of two
  bool to_binary32 = false;  // the result is rounded to it first: Division::reciprocal
};

// The step for numbers of T; nothing where binary64 has no room for the places that the
// rounding of elements looks at.
template <class T>
std::optional<WideScaling> wide_scaling(double tensor_scale, const BlockFormat& format,
                                        const BlockRule& rule);

// What the step takes for blocks: divisors, or factors.
class ScaleFactors {
 public:
  ScaleFactors(double tensor_scale, Division division, bool inverse);

  // Those of at most kPartNumbers blocks with these scales, micro-exponents left out.
  void operator()(std::span<const double> scales, std::span<double> factors) const;

  // Whether groups with a micro-exponent e have that of their block times 2^e or, if it is
  // multiplied with, 2^-e; not if the range of binary32 or bfloat16 comes into it.
  bool may_shift(double factor) const {
    return division_ == Division::exact || (factor >= 0x1p-100 && factor <= 0x1p100);
  }

 private:
  double tensor_scale_;
  Division division_;
  bool inverse_;
  RoundPart<double> to_binary32_;
  RoundPart<double> to_bfloat16_;
};

}  // namespace halfulp::kernels
