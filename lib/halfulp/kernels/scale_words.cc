#include "halfulp/kernels/scale_words.h"

#include <stdexcept>
#include <string>

#include "halfulp/base/spans.h"
#include "halfulp/formats/block_registry.h"

namespace halfulp::kernels {
namespace {

std::uint32_t lowest_bits(int count) {
  return static_cast<std::uint32_t>((std::uint64_t{1} << count) - 1);
}

void require_size(const char* name, std::size_t size, std::size_t wanted) {
  if (size == wanted) return;
  throw std::invalid_argument(std::string(name) + " must have " +
                              std::to_string(wanted) + " elements, got " +
                              std::to_string(size));
}

void require_level(const BlockFormat& format, std::size_t level, int block_size) {
  const std::string name(format.name.view());
  if (level >= BlockFormat::kLevels || format.micro_exponents[level].bits == 0) {
    throw std::invalid_argument("level must be one of the micro-exponents of " + name +
                                ", counted from 0, got " + std::to_string(level));
  }
  const int group = format.micro_exponents[0].group_size;
  if (block_size < 1 || block_size > format.block_size || block_size % group != 0) {
    throw std::invalid_argument("blocks of " + name + " have whole groups of " +
                                std::to_string(group) + " numbers, at most " +
                                std::to_string(format.block_size) +
                                ", got block_size " + std::to_string(block_size));
  }
}

}  // namespace

void scale_codes_of(std::span<const std::uint32_t> words, const BlockFormat& format,
                    std::span<std::uint32_t> codes) {
  require_valid(format);
  require_size("codes", codes.size(), words.size());
  require_same_or_apart(words, codes);
  const std::uint32_t mask = lowest_bits(format.scale.width);
  for (std::size_t i = 0; i < words.size(); ++i) codes[i] = words[i] & mask;
}

void micro_exponents_of(std::span<const std::uint32_t> words, const BlockedShape& shape,
                        const BlockFormat& format, std::size_t level,
                        std::span<std::uint8_t> exponents) {
  require_valid(format);
  require_level(format, level, shape.block_size);
  const auto [group_size, bits] = format.micro_exponents[level];
  const BlockedShape groups{shape.outer, shape.length, shape.inner, group_size};
  require_size("words", words.size(), shape.scales());
  require_size("exponents", exponents.size(), groups.scales());
  require_apart(std::as_bytes(words), "the words", std::as_bytes(exponents),
                "the micro-exponents");
  const auto in_block = static_cast<std::size_t>(shape.block_size / group_size);
  std::size_t at = 0;
  for (std::size_t line = 0; line < shape.outer; ++line) {
    for (std::size_t group = 0; group < groups.blocks(); ++group) {
      const std::size_t block = line * shape.blocks() + group / in_block;
      const int shift =
          format.micro_exponent_bit(level, static_cast<int>(group % in_block));
      for (std::size_t column = 0; column < shape.inner; ++column) {
        const std::uint32_t word = words[block * shape.inner + column];
        exponents[at++] = static_cast<std::uint8_t>(word >> shift & lowest_bits(bits));
      }
    }
  }
}

}  // namespace halfulp::kernels
