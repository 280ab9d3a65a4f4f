#include "halfulp/kernels/quantize_blocks.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "halfulp/base/parallel.h"
#include "halfulp/base/spans.h"
#include "halfulp/base/text.h"
#include "halfulp/formats/codec.h"
#include "halfulp/kernels/block_kernel.h"
#include "halfulp/kernels/block_place.h"
#include "halfulp/kernels/block_steps.h"
#include "halfulp/kernels/grain.h"
#include "halfulp/kernels/inputs.h"
#include "halfulp/rounding/block_scale.h"
#include "halfulp/rounding/quantize_block.h"

namespace halfulp::kernels {
namespace {

// Of blocks.
std::size_t grain_of(const BlockedShape& shape) {
  return std::max<std::size_t>(1, kGrain / static_cast<std::size_t>(shape.block_size));
}

double as_binary64(float x) { return widen(x); }
double as_binary64(double x) { return x; }

bool is_special(double x) { return is_infinite(x) || is_not_a_number(x); }

template <class T>
void require_block_inputs(std::span<const T> in, const BlockFormat& format,
                          const BlockRule& rule, int threads) {
  require_inputs(
      in, [&] { require_nan_block_rule(format, rule); },
      [&](bool negative) { require_infinity_block_rule(format, rule, negative); },
      threads);
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

void require_fits(const BlockFormat& format, int block_size, int code_bits) {
  const int group = format.micro_exponents[0].group_size;
  if (format.has_micro_exponents() && block_size % group != 0) {
    throw std::invalid_argument("blocks of " + std::string(format.name.view()) +
                                " have whole groups of " + std::to_string(group) +
                                " numbers, got block_size " +
                                std::to_string(block_size));
  }
  if (block_size > format.block_size) {
    throw std::invalid_argument("blocks of " + std::string(format.name.view()) +
                                " have at most " + std::to_string(format.block_size) +
                                " numbers, got block_size " +
                                std::to_string(block_size));
  }
  if (code_bits < format.element.width) {
    throw std::invalid_argument("codes of " + std::string(format.element.name.view()) +
                                " have " + std::to_string(format.element.width) +
                                " bits, which integers of " +
                                std::to_string(code_bits) + " do not hold");
  }
}

// The definition, block by block.
template <class T, class Code>
void quantize_by_definition(std::span<const T> in, const BlockedShape& shape,
                            std::size_t begin, std::size_t end, double tensor_scale,
                            const BlockFormat& format, const BlockRule& rule,
                            const RandomSource& source, std::span<Code> codes,
                            std::span<std::uint32_t> scales) {
  std::vector<double> x;
  std::vector<std::uint32_t> random;
  for (std::size_t index = begin; index < end; ++index) {
    const BlockPlace place = place_of(index, shape);
    x.resize(place.count);
    if (is_stochastic(rule.element.mode)) random.resize(place.count);
    for (std::size_t i = 0; i < place.count; ++i) {
      const std::size_t at = place.first + i * shape.inner;
      x[i] = as_binary64(in[at]);
      if (!random.empty()) random[i] = random_word(source, at);
    }
    const QuantizedBlock block = quantize_block(x, tensor_scale, format, rule, random);
    scales[index] = scale_word(block, format);
    for (std::size_t i = 0; i < place.count; ++i) {
      codes[place.first + i * shape.inner] =
          static_cast<Code>(encode(block.elements[i], format.element));
    }
  }
}

template <class T>
double largest_finite_of(std::span<const T> in) {
  double largest = 0.0;
  for (T number : in) {
    const double x = as_binary64(number);
    if (!is_special(x) && magnitude_bits(x) > bits_of(largest))
      largest = with_sign(x, false);
  }
  return largest;
}

// The bits of the largest finite magnitude.
template <class T>
std::uint64_t largest_bits_of(std::span<const T> in) {
  using Bits = std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>;
  constexpr std::size_t kPart = 4096;
  constexpr T kInfinity = std::numeric_limits<T>::infinity();
  std::uint64_t most = 0;
  for (std::size_t begin = 0; begin < in.size(); begin += kPart) {
    const auto part = in.subspan(begin, std::min(kPart, in.size() - begin));
    Bits largest = 0;
    largest_in_blocks(part.data(), part.size(), kPart, &largest);
    const double finite = largest < std::bit_cast<Bits>(kInfinity)
                              ? as_binary64(std::bit_cast<T>(largest))
                              : largest_finite_of(part);
    most = std::max(most, bits_of(finite));
  }
  return most;
}

template <class T>
double tensor_scale_of_span(std::span<const T> in, const BlockFormat& format,
                            int threads) {
  const std::size_t count = format.has_tensor_scale() ? in.size() : 0;
  std::atomic<std::uint64_t> amax = 0;  // its bits: in the order of magnitudes
  parallel_for(count, threads, kGrain, [&](std::size_t begin, std::size_t end) {
    const std::uint64_t largest = largest_bits_of(in.subspan(begin, end - begin));
    std::uint64_t seen = amax;
    while (seen < largest && !amax.compare_exchange_weak(seen, largest)) {
    }
  });
  return tensor_scale_for(from_bits(amax), format);
}

// The numbers of the blocks [begin, end).
void dequantize_part(const double* elements, const double* scales,
                     const BlockedShape& shape, double tensor_scale, std::size_t begin,
                     std::size_t end, double* out) {
  if (shape.inner != 1) {  // rows of blocks side by side
    const BlockPlace place = place_of(begin, shape);
    for (std::size_t r = 0; r < place.count; ++r) {
      const std::size_t row = place.first + r * shape.inner;
      dequantize_in_row(elements + row, end - begin, scales + begin, tensor_scale,
                        out + row);
    }
    return;
  }
  const BlockPlace first = place_of(begin, shape);
  const BlockPlace last = place_of(end - 1, shape);
  dequantize_in_blocks(elements + first.first, last.first + last.count - first.first,
                       static_cast<std::size_t>(shape.block_size), scales + begin,
                       tensor_scale, out + first.first);
}

}  // namespace

double tensor_scale_of(std::span<const double> in, const BlockFormat& format,
                       int threads) {
  return tensor_scale_of_span(in, format, threads);
}

double tensor_scale_of(std::span<const float> in, const BlockFormat& format,
                       int threads) {
  return tensor_scale_of_span(in, format, threads);
}

template <class T, class Code>
void quantize_blocks(std::span<const T> in, const BlockedShape& shape,
                     double tensor_scale, const BlockFormat& format,
                     const BlockRule& rule, const RandomSource& source,
                     std::span<Code> codes, std::span<std::uint32_t> scales,
                     int threads) {
  require_block_rule(format, rule);
  require_tensor_scale(tensor_scale, format);
  require_sizes(shape, in.size(), codes.size(), scales.size());
  require_apart(in, codes);
  require_apart(std::as_bytes(scales), "the scales", std::as_bytes(in), "the input");
  require_apart(std::as_bytes(scales), "the scales", std::as_bytes(codes), "the codes");
  require_fits(format, shape.block_size, 8 * sizeof(Code));
  require_block_inputs(in, format, rule, threads);
  const auto by_definition = [&](std::size_t begin, std::size_t end) {
    quantize_by_definition(in, shape, begin, end, tensor_scale, format, rule, source,
                           codes, scales);
  };
  const auto kernel = block_kernel<T, Code>(tensor_scale, format, rule);
  parallel_for(shape.scales(), threads, grain_of(shape),
               [&](std::size_t begin, std::size_t end) {
                 if (!kernel) return by_definition(begin, end);
                 std::vector<std::size_t> left;
                 kernel->quantize(in, shape, begin, end, source, codes, scales, left);
                 for (std::size_t index : left) by_definition(index, index + 1);
               });
}

template <class T, class Code>
void quantize_blocks(std::span<const T> in, const BlockedShape& shape,
                     double tensor_scale, const BlockFormat& format,
                     const BlockRule& rule, std::span<Code> codes,
                     std::span<std::uint32_t> scales, int threads) {
  require_deterministic(rule.element);
  quantize_blocks<T, Code>(in, shape, tensor_scale, format, rule, RandomSource{}, codes,
                           scales, threads);
}

void dequantize_blocks(std::span<const double> elements, std::span<const double> scales,
                       const BlockedShape& shape, double tensor_scale,
                       std::span<double> out, int threads) {
  require_sizes(shape, elements.size(), out.size(), scales.size());
  require_same_or_apart(elements, out);
  require_apart(std::as_bytes(scales), "the scales", std::as_bytes(out), "the output");
  // Of a line, or of the blocks side by side.
  const std::size_t in_line = shape.inner == 1 ? shape.blocks() : shape.inner;
  parallel_for(shape.scales(), threads, grain_of(shape),
               [&](std::size_t begin, std::size_t end) {
                 while (begin < end) {
                   const std::size_t to_end = in_line - begin % in_line;
                   const std::size_t part_end = std::min(end, begin + to_end);
                   dequantize_part(elements.data(), scales.data(), shape, tensor_scale,
                                   begin, part_end, out.data());
                   begin = part_end;
                 }
               });
}

#define HALFULP_QUANTIZE_BLOCKS(T, Code)                                               \
  template void quantize_blocks(std::span<const T>, const BlockedShape&, double,       \
                                const BlockFormat&, const BlockRule&,                  \
                                const RandomSource&, std::span<Code>,                  \
                                std::span<std::uint32_t>, int);                        \
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
