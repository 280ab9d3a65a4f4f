#include "halfulp/kernels/block_kernel.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <optional>

#include "halfulp/formats/codec.h"
#include "halfulp/formats/named_formats.h"
#include "halfulp/kernels/block_place.h"
#include "halfulp/kernels/block_scales.h"
#include "halfulp/kernels/block_steps.h"
#include "halfulp/kernels/encode_params.h"
#include "halfulp/kernels/exact_division.h"
#include "halfulp/kernels/round_array.h"
#include "halfulp/kernels/round_params.h"
#include "halfulp/kernels/shortcut.h"

namespace halfulp::kernels {
namespace {

template <class T>
using Pattern = typename RoundParams<T>::Bits;

constexpr std::size_t kChunk =
    1024;  // numbers in a buffer: the first-level cache holds it

bool is_power_of_two(double x) { return (bits_of(x) & kFractionMask) == 0 && x > 0; }

float in_binary32(double x) {
  return std::min(static_cast<float>(x), std::numeric_limits<float>::max());
}

// What scale_in_blocks and scale_in_row take for a block, or nothing if the definition has
// to run. Numbers of Carrier are what is rounded: those of T times a factor, or binary32
// ones over a binary64 divisor.
template <class T, class Carrier>
std::optional<Carrier> factor_for(T amax, double scale, double tensor_scale,
                                  Division division) {
  if constexpr (sizeof(T) < sizeof(Carrier)) {
    if (scale == 0) return std::nullopt;
    return scale * tensor_scale;  // exact in a valid block format
  } else {
    double wanted = 0;
    if (division == Division::reciprocal) {
      const float s = in_binary32(scale * tensor_scale);
      wanted = static_cast<double>(
          s == 0 ? std::numeric_limits<float>::max()
                 : std::min(1.0F / s, std::numeric_limits<float>::max()));
    } else if (is_power_of_two(scale)) {
      wanted = 1.0 / scale;
    } else {
      return std::nullopt;
    }
    const auto factor = static_cast<Carrier>(wanted);
    // An overflow is not what the definition makes of the number.
    const bool fits = static_cast<double>(factor) == wanted &&
                      amax * factor <= std::numeric_limits<Carrier>::max();
    return fits ? std::optional(factor) : std::nullopt;
  }
}

template <class T, class Carrier, class Code>
class VectorKernel final : public BlockKernel<T, Code> {
 public:
  VectorKernel(double tensor_scale, const BlockFormat& format, const BlockRule& rule,
               const RoundParams<Carrier>& round, const EncodeParams<Carrier>& encode)
      : tensor_scale_(tensor_scale),
        division_(rule.division),
        mode_(rule.element.mode),
        scales_(tensor_scale, format, rule),
        round_(round),
        shortcut_(shortcut(round, format.element, rule.element)),
        encode_(encode) {}

  void quantize(std::span<const T> in, const BlockedShape& shape, std::size_t begin,
                std::size_t end, const RandomSource& source, std::span<Code> codes,
                std::span<std::uint32_t> scales,
                std::vector<std::size_t>& left) const override {
    Buffers buffers(shape);
    while (begin < end) {
      const std::size_t count = shape.inner == 1 ? chunk_of_line(shape, begin, end)
                                                 : chunk_of_row(shape, begin, end);
      const Part part{begin, count, place_of(begin, shape)};
      if (shape.inner == 1) {
        quantize_line(in, shape, part, source, codes, scales, buffers, left);
      } else {
        quantize_columns(in, shape, part, source, codes, scales, buffers, left);
      }
      begin += count;
    }
  }

 private:
  // Consecutive blocks: the index of the first, how many there are, where the first lies.
  struct Part {
    std::size_t index;
    std::size_t blocks;
    BlockPlace place;
  };

  struct Buffers {
    explicit Buffers(const BlockedShape& shape)
        : numbers(std::max(kChunk, static_cast<std::size_t>(shape.block_size))),
          codes(numbers.size()),
          largest(kChunk),
          scales(kChunk),
          factors(kChunk),
          is_left(kChunk) {}
    std::vector<Carrier> numbers;
    std::vector<Pattern<Carrier>> codes;
    std::vector<Pattern<T>> largest;
    std::vector<double> scales;
    std::vector<Carrier> factors;
    std::vector<char> is_left;
  };

  static std::size_t chunk_of_line(const BlockedShape& shape, std::size_t begin,
                                   std::size_t end) {
    const auto block_size = static_cast<std::size_t>(shape.block_size);
    const std::size_t to_end_of_line = shape.blocks() - begin % shape.blocks();
    return std::min(
        {end - begin, to_end_of_line, std::max<std::size_t>(1, kChunk / block_size)});
  }

  static std::size_t chunk_of_row(const BlockedShape& shape, std::size_t begin,
                                  std::size_t end) {
    return std::min({end - begin, shape.inner - begin % shape.inner, kChunk});
  }

  // Turns what is in buffers.numbers into codes; the source begins with their words.
  void finish(std::size_t count, const RandomSource& source, Buffers& buffers,
              Code* codes) const {
    round_array(mode_, buffers.numbers.data(), buffers.numbers.data(), source, count,
                round_, shortcut_);
    codes_of(buffers.numbers.data(), count, encode_, buffers.codes.data());
    for (std::size_t i = 0; i < count; ++i)
      codes[i] = static_cast<Code>(buffers.codes[i]);
  }

  // Scales and factors from buffers.largest.
  void choose_scales(const Part& part, std::span<std::uint32_t> scales,
                     Buffers& buffers, std::vector<std::size_t>& left) const {
    constexpr Pattern<T> kInfinity =
        std::bit_cast<Pattern<T>>(std::numeric_limits<T>::infinity());
    for (std::size_t b = 0; b < part.blocks; ++b) {
      buffers.is_left[b] = buffers.largest[b] >= kInfinity;
      if (buffers.is_left[b]) buffers.largest[b] = 0;
    }
    scales_.choose(std::span(buffers.largest).first(part.blocks),
                   std::span(buffers.scales).first(part.blocks));
    for (std::size_t b = 0; b < part.blocks; ++b) {
      const auto amax = std::bit_cast<T>(buffers.largest[b]);
      const auto factor =
          factor_for<T, Carrier>(amax, buffers.scales[b], tensor_scale_, division_);
      if (!factor || buffers.is_left[b]) left.push_back(part.index + b);
      buffers.factors[b] = factor.value_or(Carrier{1});
    }
    scales_.encode(std::span(buffers.scales).first(part.blocks),
                   scales.subspan(part.index, part.blocks));
  }

  void quantize_line(std::span<const T> in, const BlockedShape& shape, const Part& part,
                     const RandomSource& source, std::span<Code> codes,
                     std::span<std::uint32_t> scales, Buffers& buffers,
                     std::vector<std::size_t>& left) const {
    const auto block_size = static_cast<std::size_t>(shape.block_size);
    const BlockPlace last = place_of(part.index + part.blocks - 1, shape);
    const std::size_t count = last.first + last.count - part.place.first;
    const T* numbers = in.data() + part.place.first;
    largest_in_blocks(numbers, count, block_size, buffers.largest.data());
    choose_scales(part, scales, buffers, left);
    scale_in_blocks(numbers, count, block_size, buffers.factors.data(),
                    buffers.numbers.data());
    finish(count, advanced(source, part.place.first), buffers,
           codes.data() + part.place.first);
  }

  void quantize_columns(std::span<const T> in, const BlockedShape& shape,
                        const Part& part, const RandomSource& source,
                        std::span<Code> codes, std::span<std::uint32_t> scales,
                        Buffers& buffers, std::vector<std::size_t>& left) const {
    std::fill_n(buffers.largest.begin(), part.blocks, 0);
    const auto row = [&](std::size_t r) { return part.place.first + r * shape.inner; };
    for (std::size_t r = 0; r < part.place.count; ++r)
      largest_in_row(in.data() + row(r), part.blocks, buffers.largest.data());
    choose_scales(part, scales, buffers, left);
    for (std::size_t r = 0; r < part.place.count; ++r) {
      scale_in_row(in.data() + row(r), part.blocks, buffers.factors.data(),
                   buffers.numbers.data());
      finish(part.blocks, advanced(source, row(r)), buffers, codes.data() + row(r));
    }
  }

  double tensor_scale_;
  Division division_;
  Rounding mode_;
  BlockScales<T> scales_;
  RoundParams<Carrier> round_;
  Shortcut<Carrier> shortcut_;
  EncodeParams<Carrier> encode_;
};

template <class T, class Carrier, class Code>
std::unique_ptr<BlockKernel<T, Code>> vector_kernel(double tensor_scale,
                                                    const BlockFormat& format,
                                                    const BlockRule& rule) {
  if (sizeof(Carrier) == 4 && !holds_all_of(fp32, format.element)) return nullptr;
  const auto round = round_params<Carrier>(format.element, rule.element);
  const auto encode = encode_params<Carrier>(format.element);
  if (!round || !encode) return nullptr;
  return std::make_unique<VectorKernel<T, Carrier, Code>>(tensor_scale, format, rule,
                                                          *round, *encode);
}

bool gives_powers_of_two(const BlockFormat& format, const BlockRule& rule) {
  return rule.scale_rule != ScaleRule::nearest || format.scale.precision == 1;
}

// Whether tiny magnitudes become zero in the mode, whatever they are.
bool takes_tiny_to_zero(Rounding mode) {
  switch (mode) {
    case Rounding::nearest_even:
    case Rounding::nearest_away:
    case Rounding::nearest_toward_zero:
    case Rounding::toward_zero:
    case Rounding::stochastic_a:
    case Rounding::stochastic_b:
    case Rounding::stochastic_c:
      return true;
    case Rounding::up:
    case Rounding::down:
    case Rounding::away:
    case Rounding::odd:
    case Rounding::stochastic_equal:
      break;
  }
  return false;
}

// Whether x / s may be replaced by x * (1 / s) in the carrier, s a power of two: it is exact
// but for products that underflow. Those are so small that they are less than 2^-33 of the
// smallest element, hence zero in these modes, and so is what has become of them.
template <class T>
bool may_multiply(double tensor_scale, const BlockFormat& format,
                  const BlockRule& rule) {
  constexpr int kEmin = std::numeric_limits<T>::min_exponent - 1;
  return gives_powers_of_two(format, rule) && tensor_scale == 1.0 &&
         takes_tiny_to_zero(rule.element.mode) &&
         format.element.quantum_exponent(kBelowAllExponents) > kEmin + 40;
}

}  // namespace

template <class T, class Code>
std::unique_ptr<BlockKernel<T, Code>> block_kernel(double tensor_scale,
                                                   const BlockFormat& format,
                                                   const BlockRule& rule) {
  if (rule.scale_rule == ScaleRule::four_over_six || rule.symmetric ||
      format.has_micro_exponents() || rule.division == Division::reciprocal_bfloat16 ||
      rule.scale_rule == ScaleRule::nearest_bfloat16)
    return nullptr;
  const bool exact = rule.division == Division::exact;
  // Reciprocals are defined by binary32 multiplications.
  const bool multiplies =
      exact ? may_multiply<T>(tensor_scale, format, rule) : sizeof(T) == 4;
  if (multiplies) {
    if (auto kernel = vector_kernel<T, T, Code>(tensor_scale, format, rule))
      return kernel;
  }
  if constexpr (sizeof(T) == 4) {
    if (exact && divides_exactly(format, rule.element))
      return vector_kernel<T, double, Code>(tensor_scale, format, rule);
  }
  return nullptr;
}

#define HALFULP_BLOCK_KERNEL(T, Code)                                   \
  template std::unique_ptr<BlockKernel<T, Code>> block_kernel<T, Code>( \
      double, const BlockFormat&, const BlockRule&);

HALFULP_BLOCK_KERNEL(float, std::uint8_t)
HALFULP_BLOCK_KERNEL(float, std::uint16_t)
HALFULP_BLOCK_KERNEL(float, std::uint32_t)
HALFULP_BLOCK_KERNEL(double, std::uint8_t)
HALFULP_BLOCK_KERNEL(double, std::uint16_t)
HALFULP_BLOCK_KERNEL(double, std::uint32_t)

}  // namespace halfulp::kernels
