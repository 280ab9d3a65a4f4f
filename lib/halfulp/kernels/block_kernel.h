#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "halfulp/base/random.h"
#include "halfulp/formats/block_format.h"
#include "halfulp/kernels/quantize_blocks.h"
#include "halfulp/rounding/block_rule.h"

namespace halfulp::kernels {

// quantize_blocks in vectors, for one format, rule and tensor scale.
template <class T, class Code>
class BlockKernel {
 public:
  virtual ~BlockKernel() = default;

  // Fills the codes and scales of the blocks [begin, end), but for those that it leaves to
  // the definition: they are appended to `left`, and what is written there is arbitrary.
  virtual void quantize(std::span<const T> in, const BlockedShape& shape,
                        std::size_t begin, std::size_t end, const RandomSource& source,
                        std::span<Code> codes, std::span<std::uint32_t> scales,
                        std::vector<std::size_t>& left) const = 0;
};

// The kernel, or nothing where the definition has to run: elements or scales beyond 2^300 or
// below 2^-300, and stochastic modes where the element's precision + random_bits > 50: binary64
// does not hold both.
template <class T, class Code>
std::unique_ptr<BlockKernel<T, Code>> block_kernel(double tensor_scale,
                                                   const BlockFormat& format,
                                                   const BlockRule& rule);

}  // namespace halfulp::kernels
