#pragma once

#include <array>
#include <cstdint>

#include "halfulp/formats/block_format.h"

namespace halfulp::kernels {

// The micro-exponents of a block, as quantize_block has them.
class MicroExponentChoice {
 public:
  explicit MicroExponentChoice(const BlockFormat& format);

  // For the largest numbers y of the block's smallest groups over its scale, `stride` apart,
  // positive normal numbers or 0: their exponents, summed over the levels, to sums; and the
  // bits of the block's word. At most kMaxGroups groups.
  std::uint32_t choose(const double* y, std::size_t groups, std::size_t stride,
                       int* sums) const;

  static constexpr std::size_t kMaxGroups = 32;  // bits of a word

 private:
  struct Level {
    std::size_t groups;  // of the smallest ones, that share an exponent
    int below;           // floor(log2 y) from which on it counts
    int largest;
    int bits;
    int first_bit;
  };
  std::array<Level, BlockFormat::kLevels> levels_;
  std::size_t level_count_ = 0;
};

}  // namespace halfulp::kernels
