#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "halfulp/formats/block_format.h"
#include "halfulp/kernels/encode_params.h"
#include "halfulp/kernels/round_params.h"
#include "halfulp/rounding/block_rule.h"

namespace halfulp::kernels {

// Scales of many blocks: scale_for (rounding/block_scale.h), bit for bit. Rules that give
// powers of two need of amax only its exponent and whether its fraction reaches a threshold,
// as long as there is no tensor scale; `nearest` is one division where binary64 rounds like
// the exact quotient (exact_division.h). All else is left to scale_for.
template <class T>
class BlockScales {
 public:
  using Bits = typename RoundParams<T>::Bits;

  BlockScales(double tensor_scale, const BlockFormat& format, const BlockRule& rule);

  // scales[i] for the pattern largest[i] of amax, a finite number; and their codes.
  void choose(std::span<const Bits> largest, std::span<double> scales) const;

  void encode(std::span<const double> scales, std::span<std::uint32_t> codes) const;

 private:
  std::uint32_t code_of(double scale) const;
  double power_of_two_scale(Bits largest) const;
  void choose_nearest(std::span<const Bits> largest, std::span<double> scales) const;

  double tensor_scale_;
  BlockFormat format_;
  BlockRule rule_;
  bool by_threshold_ = false;
  Bits threshold_ = 0;  // fractions from here on have the next exponent
  std::optional<RoundParams<double>> nearest_;
  double divisor_ = 0;
  double smallest_ = 0;
  std::optional<EncodeParams<double>> encode_;  // of scales; nothing: the table, encode
  int least_exponent_ = 0;                      // of the scales in codes_
  std::vector<std::uint32_t> codes_;
};

}  // namespace halfulp::kernels
