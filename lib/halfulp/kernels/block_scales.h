#pragma once

#include <span>

#include "halfulp/formats/block_format.h"
#include "halfulp/kernels/rounder.h"
#include "halfulp/rounding/block_rule.h"

namespace halfulp::kernels {

// Scales of many blocks: scale_for (rounding/block_scale.h), bit for bit. Rules that give
// powers of two need of amax, over the tensor scale, only its exponent and whether its fraction
// reaches a threshold; the others round a quotient or a product, to odd at first.
//
// For formats of scales and elements whose numbers lie between 2^-300 and 2^300.
class BlockScales {
 public:
  BlockScales(double tensor_scale, const BlockFormat& format, const BlockRule& rule);

  // scales[i] for the largest finite magnitude amax[i] of a block.
  void choose(std::span<const double> amax, std::span<double> scales) const {
    choose(amax, format_.max(), scales);
  }

  // The same with `max` in the place of the block format's own: four_over_six.
  void choose(std::span<const double> amax, double max, std::span<double> scales) const;

 private:
  double power_of_two_scale(double amax_over_tensor_scale) const;
  void choose_power_of_two(std::span<const double> amax,
                           std::span<double> scales) const;
  void choose_nearest(std::span<const double> amax, double max,
                      std::span<double> scales) const;
  void choose_nearest_bfloat16(std::span<const double> amax,
                               std::span<double> scales) const;

  double tensor_scale_;
  BlockFormat format_;
  ScaleRule rule_;
  std::uint64_t threshold_;  // fractions from here on have the next exponent
  int emax_;
  double smallest_;
  double largest_;
  double of_zeros_;  // the scale of a zero block
  RoundPart<double> to_scale_;
  RoundPart<double> to_bfloat16_;
};

}  // namespace halfulp::kernels
