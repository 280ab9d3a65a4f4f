#pragma once

#include <algorithm>
#include <cstddef>

#include "halfulp/formats/block_format.h"
#include "halfulp/kernels/block_place.h"

namespace halfulp::kernels {

// Numbers of a buffer: the first-level cache holds it.
inline constexpr std::size_t kPartNumbers = 1024;

// Consecutive blocks whose numbers, or a row of them, fit a buffer: along a line of memory
// (inner = 1), or side by side in rows. The groups that share all scales are numbered as
// their first numbers lie in memory.
struct BlockPart {
  std::size_t index;  // of the first block
  std::size_t blocks;
  BlockPlace place;     // of the first block
  std::size_t in_row;   // of a row, from number to number below; 1: along a line
  std::size_t numbers;  // of the line, or of a row
  std::size_t group_size;
  std::size_t groups;  // of a block, those that a shorter one lacks included

  bool along_line() const { return in_row == 1; }

  // The group of a block.
  std::size_t group(std::size_t block, std::size_t group) const {
    return along_line() ? block * groups + group : group * blocks + block;
  }
  std::size_t all_groups() const { return blocks * groups; }
  std::size_t to_next_group() const { return along_line() ? 1 : blocks; }  // of a block

  // The line, or each row: its first number in the array, and its first group.
  template <class Body>
  void for_each_strip(const Body& body) const {
    if (along_line()) return body(place.first, std::size_t{0});
    for (std::size_t r = 0; r < place.count; ++r)
      body(place.first + r * in_row, r / group_size * blocks);
  }
};

// The largest part that begins at the block `begin` and ends at `end` or before.
inline BlockPart part_from(std::size_t begin, std::size_t end,
                           const BlockedShape& shape, const BlockFormat& format) {
  const auto block_size = static_cast<std::size_t>(shape.block_size);
  const auto group_size =
      std::min(block_size, static_cast<std::size_t>(format.smallest_group()));
  const bool along_line = shape.inner == 1;
  const std::size_t to_end = along_line ? shape.blocks() - begin % shape.blocks()
                                        : shape.inner - begin % shape.inner;
  const std::size_t fit =
      along_line ? std::max<std::size_t>(1, kPartNumbers / block_size) : kPartNumbers;
  const std::size_t blocks = std::min({end - begin, to_end, fit});
  const BlockPlace place = place_of(begin, shape);
  const BlockPlace last = place_of(begin + blocks - 1, shape);
  const std::size_t numbers =
      along_line ? last.first + last.count - place.first : blocks;
  const std::size_t groups = (block_size + group_size - 1) / group_size;
  return {begin, blocks, place, shape.inner, numbers, group_size, groups};
}

}  // namespace halfulp::kernels
