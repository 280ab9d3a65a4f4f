#include "halfulp/kernels/quantize_blocks.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "halfulp/base/parallel.h"
#include "halfulp/base/text.h"
#include "halfulp/formats/codec.h"
#include "halfulp/rounding/block_scale.h"
#include "halfulp/rounding/quantize_block.h"

namespace halfulp::kernels {
namespace {

double as_binary64(float x) { return widen(x); }
double as_binary64(double x) { return x; }

bool is_special(double x) { return is_infinite(x) || is_not_a_number(x); }

// What `require` says against such inputs, if it throws.
std::optional<std::string> objection(const std::function<void()>& require) {
  try {
    require();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return std::nullopt;
}

template <class T>
void require_inputs(std::span<const T> in, const BlockFormat& format,
                    const BlockRule& rule) {
  const auto to_nan = objection([&] { require_nan_block_rule(format, rule); });
  const auto to_plus =
      objection([&] { require_infinity_block_rule(format, rule, false); });
  const auto to_minus =
      objection([&] { require_infinity_block_rule(format, rule, true); });
  if (!to_nan && !to_plus && !to_minus) return;
  for (std::size_t i = 0; i < in.size(); ++i) {
    const double x = as_binary64(in[i]);
    if (!is_special(x)) continue;
    const auto& why = is_not_a_number(x) ? to_nan : sign_bit(x) ? to_minus : to_plus;
    if (why) {
      throw std::invalid_argument("element " + std::to_string(i) + " is " +
                                  shortest(x) + ": " + *why);
    }
  }
}

void require_sizes(const BlockedShape& shape, std::size_t numbers, std::size_t codes,
                   std::size_t scales) {
  if (shape.block_size < 1) {
    throw std::invalid_argument("block_size must be 1 or more, got " +
                                std::to_string(shape.block_size));
  }
  if (numbers == shape.size() && codes == shape.size() && scales == shape.scales())
    return;
  throw std::invalid_argument("a shape of " + std::to_string(shape.size()) +
                              " numbers in " + std::to_string(shape.scales()) +
                              " blocks got arrays of " + std::to_string(numbers) +
                              ", " + std::to_string(codes) + " and " +
                              std::to_string(scales));
}

// Where a block lies: its first number and how many there are, shape.inner apart.
struct BlockPlace {
  std::size_t first;
  std::size_t count;
};

// Of the block whose scale has the index.
BlockPlace place_of(std::size_t index, const BlockedShape& shape) {
  const auto block_size = static_cast<std::size_t>(shape.block_size);
  const std::size_t column = index % shape.inner;
  const std::size_t block = index / shape.inner % shape.blocks();
  const std::size_t line = index / shape.inner / shape.blocks();
  const std::size_t begin = block * block_size;
  return {(line * shape.length + begin) * shape.inner + column,
          std::min(block_size, shape.length - begin)};
}

// The definition, block by block.
template <class T, class Code>
void quantize_by_definition(std::span<const T> in, const BlockedShape& shape,
                            std::size_t begin, std::size_t end, double tensor_scale,
                            const BlockFormat& format, const BlockRule& rule,
                            std::span<Code> codes, std::span<std::uint32_t> scales) {
  std::vector<double> x;
  for (std::size_t index = begin; index < end; ++index) {
    const BlockPlace place = place_of(index, shape);
    x.resize(place.count);
    for (std::size_t i = 0; i < place.count; ++i)
      x[i] = as_binary64(in[place.first + i * shape.inner]);
    const QuantizedBlock block = quantize_block(x, tensor_scale, format, rule);
    scales[index] = static_cast<std::uint32_t>(encode(block.scale, format.scale));
    for (std::size_t i = 0; i < place.count; ++i) {
      codes[place.first + i * shape.inner] =
          static_cast<Code>(encode(block.elements[i], format.element));
    }
  }
}

template <class T>
double tensor_scale_of_span(std::span<const T> in, const BlockFormat& format) {
  double amax = 0.0;
  if (format.has_tensor_scale()) {
    for (T number : in) {
      const double x = as_binary64(number);
      if (!is_special(x) && magnitude_bits(x) > bits_of(amax))
        amax = with_sign(x, false);
    }
  }
  return tensor_scale_for(amax, format);
}

}  // namespace

double tensor_scale_of(std::span<const double> in, const BlockFormat& format) {
  return tensor_scale_of_span(in, format);
}

double tensor_scale_of(std::span<const float> in, const BlockFormat& format) {
  return tensor_scale_of_span(in, format);
}

template <class T, class Code>
void quantize_blocks(std::span<const T> in, const BlockedShape& shape,
                     double tensor_scale, const BlockFormat& format,
                     const BlockRule& rule, std::span<Code> codes,
                     std::span<std::uint32_t> scales, int threads) {
  require_block_rule(format, rule);
  require_tensor_scale(tensor_scale, format);
  require_sizes(shape, in.size(), codes.size(), scales.size());
  require_inputs(in, format, rule);
  constexpr std::size_t kGrain = 64;
  parallel_for(shape.scales(), threads, kGrain,
               [&](std::size_t begin, std::size_t end) {
                 quantize_by_definition(in, shape, begin, end, tensor_scale, format,
                                        rule, codes, scales);
               });
}

void dequantize_blocks(std::span<const double> elements, std::span<const double> scales,
                       const BlockedShape& shape, double tensor_scale,
                       std::span<double> out, int threads) {
  require_sizes(shape, elements.size(), out.size(), scales.size());
  constexpr std::size_t kGrain = 64;
  parallel_for(shape.scales(), threads, kGrain,
               [&](std::size_t begin, std::size_t end) {
                 for (std::size_t index = begin; index < end; ++index) {
                   const BlockPlace place = place_of(index, shape);
                   for (std::size_t i = 0; i < place.count; ++i) {
                     const std::size_t at = place.first + i * shape.inner;
                     out[at] = dequantize(elements[at], scales[index], tensor_scale);
                   }
                 }
               });
}

#define HALFULP_QUANTIZE_BLOCKS(T, Code)                                               \
  template void quantize_blocks(std::span<const T>, const BlockedShape&, double,       \
                                const BlockFormat&, const BlockRule&, std::span<Code>, \
                                std::span<std::uint32_t>, int);

HALFULP_QUANTIZE_BLOCKS(float, std::uint8_t)
HALFULP_QUANTIZE_BLOCKS(float, std::uint16_t)
HALFULP_QUANTIZE_BLOCKS(float, std::uint32_t)
HALFULP_QUANTIZE_BLOCKS(double, std::uint8_t)
HALFULP_QUANTIZE_BLOCKS(double, std::uint16_t)
HALFULP_QUANTIZE_BLOCKS(double, std::uint32_t)

}  // namespace halfulp::kernels
