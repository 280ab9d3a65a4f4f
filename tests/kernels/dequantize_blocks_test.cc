#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

#include "halfulp/base/binary64.h"
#include "halfulp/kernels/quantize_blocks.h"
#include "halfulp/rounding/quantize_block.h"
#include "support/bits.h"

namespace halfulp {
namespace {

using kernels::BlockedShape;

TEST(DequantizeBlocks, InPlaceOrElsewhere) {
  std::vector<double> x = {1, 2, 3, 4, 5};
  const std::vector<double> scales = {2, 4};
  const auto span = std::span(x);
  const BlockedShape shape{1, 4, 1, 2};
  EXPECT_THROW(
      kernels::dequantize_blocks(span.first(4), scales, shape, 1.0, span.last(4)),
      std::invalid_argument);
  EXPECT_THROW(kernels::dequantize_blocks(std::vector<double>(4), span.first(2), shape,
                                          1.0, span.subspan(1, 4)),
               std::invalid_argument);
  EXPECT_EQ(x, (std::vector<double>{1, 2, 3, 4, 5}));
  kernels::dequantize_blocks(span.first(4), scales, shape, 1.0, span.first(4));
  EXPECT_EQ(x, (std::vector<double>{2, 4, 12, 16, 5}));
}

TEST(DequantizeBlocks, IsElementTimesScales) {
  const std::vector<double> elements = {6,    -0.5,      0.0,
                                        -0.0, kQuietNan, -kPositiveInfinity};
  for (double scale : {448.0, 0x1p-9, kQuietNan, 0.0}) {
    for (double tensor_scale : {1.0, 0x1.fffffep-127, 0x1p-149}) {
      const std::vector<double> scales(6, scale);
      std::vector<double> out(6);
      for (const BlockedShape& shape :
           {BlockedShape{6, 1, 1, 16}, BlockedShape{1, 1, 6, 16}, {2, 1, 3, 1}}) {
        kernels::dequantize_blocks(elements, scales, shape, tensor_scale, out, 2);
        for (std::size_t i = 0; i < 6; ++i) {
          EXPECT_SAME_BITS(out[i], dequantize(elements[i], scale, tensor_scale));
        }
      }
    }
  }
}

}  // namespace
}  // namespace halfulp
