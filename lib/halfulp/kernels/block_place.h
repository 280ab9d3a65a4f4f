#pragma once

#include <algorithm>
#include <cstddef>

#include "halfulp/kernels/quantize_blocks.h"

namespace halfulp::kernels {

// Where a block lies: its first number and how many there are, shape.inner apart.
struct BlockPlace {
  std::size_t first;
  std::size_t count;
};

// Of the block whose scale has the index.
inline BlockPlace place_of(std::size_t index, const BlockedShape& shape) {
  const auto block_size = static_cast<std::size_t>(shape.block_size);
  const std::size_t column = index % shape.inner;
  const std::size_t block = index / shape.inner % shape.blocks();
  const std::size_t line = index / shape.inner / shape.blocks();
  const std::size_t begin = block * block_size;
  return {(line * shape.length + begin) * shape.inner + column,
          std::min(block_size, shape.length - begin)};
}

}  // namespace halfulp::kernels
