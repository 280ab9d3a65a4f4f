#include "halfulp/kernels/block_kernel.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <optional>

#include "halfulp/formats/named_formats.h"
#include "halfulp/kernels/block_part.h"
#include "halfulp/kernels/block_scales.h"
#include "halfulp/kernels/block_scaling.h"
#include "halfulp/kernels/block_steps.h"
#include "halfulp/kernels/member_codes.h"
#include "halfulp/kernels/micro_exponents.h"
#include "halfulp/kernels/narrow_scaling.h"
#include "halfulp/kernels/rounder.h"

namespace halfulp::kernels {
namespace {

template <class T>
using Pattern = LaneBits<T>;

template <class T>
constexpr Pattern<T> kInfinity =
    std::bit_cast<Pattern<T>>(std::numeric_limits<T>::infinity());

// What a part needs on its way: for its groups, its blocks, a strip of its numbers.
template <class T, class Carrier>
struct Buffers {
  void fit(const BlockPart& part, bool has_micro_exponents) {
    largest.assign(part.all_groups(), 0);
    factors.resize(part.all_groups());
    y.resize(has_micro_exponents ? part.all_groups() : 0);
    amax.resize(part.blocks);
    scales.resize(part.blocks);
    of_blocks.resize(part.blocks);
    micro_words.assign(part.blocks, 0);
    is_left.resize(part.blocks);
    numbers.resize(part.numbers);
  }

  std::vector<Pattern<T>> largest;
  std::vector<Carrier> factors;
  std::vector<double> y;  // the largest number without its micro-exponents
  std::vector<double> amax;
  std::vector<double> scales;
  std::vector<double> of_blocks;  // factors
  std::vector<std::uint32_t> micro_words;
  std::vector<char> is_left;
  std::vector<Carrier> numbers;
};

template <class T, class Carrier, class Code>
class VectorKernel final : public BlockKernel<T, Code> {
  using Buffer = Buffers<T, Carrier>;

 public:
  VectorKernel(double tensor_scale, const BlockFormat& format, const BlockRule& rule,
               WideScaling scaling)
      : tensor_scale_(tensor_scale),
        format_(format),
        rule_(rule),
        scaling_(scaling),
        scales_(tensor_scale, format, rule),
        factors_(tensor_scale, rule.division, scaling.inverse),
        micro_exponents_(format),
        round_(rounder<Carrier>(format.element, rule.element)),
        to_binary32_(rounder<Carrier>(fp32, {.overflow = Overflow::saturate_finite})),
        element_codes_(format.element),
        scale_codes_(format.scale) {}

  void quantize(std::span<const T> in, const BlockedShape& shape, std::size_t begin,
                std::size_t end, const RandomSource& source, std::span<Code> codes,
                std::span<std::uint32_t> scales,
                std::vector<std::size_t>& left) const override {
    Buffer b;
    while (begin < end) {
      const BlockPart part = part_from(begin, end, shape, format_);
      b.fit(part, format_.has_micro_exponents());
      measure(in, part, b);
      choose_scales(in, part, source, b);
      scale_codes_(b.scales.data(), part.blocks, scales.data() + begin);
      for (std::size_t i = 0; i < part.blocks; ++i) {
        scales[begin + i] |= b.micro_words[i];
        if (b.is_left[i]) left.push_back(begin + i);
      }
      part.for_each_strip([&](std::size_t first, std::size_t group) {
        to_elements(in, part, first, group, source, b);
        element_codes_(b.numbers.data(), part.numbers, codes.data() + first);
      });
      begin += part.blocks;
    }
  }

 private:
  // The largest magnitudes of groups and of blocks, and which blocks are left.
  void measure(std::span<const T> in, const BlockPart& part, Buffer& b) const {
    part.for_each_strip([&](std::size_t first, std::size_t group) {
      if (part.along_line()) {
        largest_in_blocks(in.data() + first, part.numbers, part.group_size,
                          b.largest.data());
      } else {
        largest_in_row(in.data() + first, part.numbers, b.largest.data() + group);
      }
    });
    for (std::size_t i = 0; i < part.blocks; ++i) {
      const Pattern<T>* of_groups = b.largest.data() + part.group(i, 0);
      Pattern<T> largest = 0;
      for (std::size_t g = 0; g < part.groups; ++g)
        largest = std::max(largest, of_groups[g * part.to_next_group()]);
      b.is_left[i] = largest >= kInfinity<T>;
      if (b.is_left[i]) largest = 0;
      b.amax[i] = static_cast<double>(std::bit_cast<T>(largest));
    }
  }

  void choose_scales(std::span<const T> in, const BlockPart& part,
                     const RandomSource& source, Buffer& b) const {
    if constexpr (sizeof(Carrier) == 8) {
      if (rule_.scale_rule == ScaleRule::four_over_six)
        return choose_four_or_six(in, part, source, b);
    }
    scales_.choose(b.amax, b.scales);
    choose_factors(part, b);
  }

  // Micro-exponents and factors, from scales.
  void choose_factors(const BlockPart& part, Buffer& b) const {
    if constexpr (sizeof(Carrier) == 4) {
      narrow_factors(b.amax, b.scales, tensor_scale_, rule_.division, b.factors,
                     b.is_left);
    } else {
      factors_(b.scales, b.of_blocks);
      for (std::size_t i = 0; i < part.blocks; ++i) {
        if (b.amax[i] == 0) b.of_blocks[i] = 1.0;  // zeros need no scale
        // An overflow is not what the definition makes of the number.
        if (scaling_.inverse &&
            b.amax[i] * b.of_blocks[i] > std::numeric_limits<double>::max())
          b.is_left[i] = 1;
      }
      if (format_.has_micro_exponents()) return choose_micro_exponents(part, b);
      std::copy(b.of_blocks.begin(), b.of_blocks.end(), b.factors.begin());
    }
  }

  void choose_micro_exponents(const BlockPart& part, Buffer& b) const {
    for (std::size_t i = 0; i < part.blocks; ++i) {
      const std::size_t at = part.group(i, 0);
      for (std::size_t g = 0; g < part.groups; ++g)
        b.factors[at + g * part.to_next_group()] = b.of_blocks[i];
    }
    for (std::size_t k = 0; k < b.y.size(); ++k) {
      const Pattern<T> finite = std::min(b.largest[k], kInfinity<T> - 1);
      b.y[k] = static_cast<double>(std::bit_cast<T>(finite));
    }
    const bool divides =
        scaling_.step == ScaleStep::divide || scaling_.step == ScaleStep::divide_to_odd;
    scale_in_row(divides ? ScaleStep::divide_to_odd : ScaleStep::multiply_to_odd,
                 b.y.data(), b.y.size(), b.factors.data(), b.y.data());
    if (scaling_.to_binary32)
      to_binary32_(b.y.data(), b.y.data(), RandomSource{}, b.y.size());
    const std::size_t stride = part.to_next_group();
    std::array<int, MicroExponentChoice::kMaxGroups> exponents;
    for (std::size_t i = 0; i < part.blocks; ++i) {
      const std::size_t at = part.group(i, 0);
      b.micro_words[i] = micro_exponents_.choose(b.y.data() + at, part.groups, stride,
                                                 exponents.data());
      if (!factors_.may_shift(b.of_blocks[i])) b.is_left[i] = 1;
      for (std::size_t g = 0; g < part.groups; ++g) {
        const int shift = divides ? exponents[g] : -exponents[g];
        b.factors[at + g * stride] = b.of_blocks[i] * power_of_two_near_one(shift);
      }
    }
  }

  static double power_of_two_near_one(int exponent) {
    return from_bits(static_cast<std::uint64_t>(1023 + exponent) << 52);
  }

  // A strip of numbers as elements in b.numbers.
  void to_elements(std::span<const T> in, const BlockPart& part, std::size_t first,
                   std::size_t group, const RandomSource& source, Buffer& b) const {
    const T* numbers = in.data() + first;
    Carrier* out = b.numbers.data();
    const Carrier* factors = b.factors.data() + group;
    if (part.along_line()) {
      scale_in_groups(scaling_.step, numbers, part.numbers, part.group_size, factors,
                      out);
    } else {
      scale_in_row(scaling_.step, numbers, part.numbers, factors, out);
    }
    if (scaling_.to_binary32) to_binary32_(out, out, RandomSource{}, part.numbers);
    round_(out, out, advanced(source, first), part.numbers);
    if (rule_.symmetric && format_.element.encoding == Encoding::twos_complement) {
      const auto least = static_cast<Carrier>(-format_.element.max());
      for (std::size_t i = 0; i < part.numbers; ++i) out[i] = std::max(out[i], least);
    }
  }

  // Two scales for each block, and of these the one with the smaller error.
  void choose_four_or_six(std::span<const T> in, const BlockPart& part,
                          const RandomSource& source, Buffer& b) const {
    std::array<std::vector<double>, 2> scales, errors;
    for (const std::size_t i : {std::size_t{0}, std::size_t{1}}) {
      scales_.choose(b.amax, i == 0 ? 6.0 : 4.0, b.scales);
      choose_factors(part, b);
      scales[i] = b.scales;
      errors[i] = sums_of_squared_errors(in, part, source, b);
    }
    for (std::size_t i = 0; i < part.blocks; ++i)
      b.scales[i] = scales[errors[1][i] < errors[0][i] ? 1 : 0][i];
    choose_factors(part, b);
  }

  // Of each block, from its first number on.
  std::vector<double> sums_of_squared_errors(std::span<const T> in,
                                             const BlockPart& part,
                                             const RandomSource& source,
                                             Buffer& b) const {
    std::vector<double> sums(part.blocks, 0.0);
    const auto add = [&](std::size_t block, T x, Carrier element) {
      const double number =
          static_cast<double>(element) * (b.scales[block] * tensor_scale_);
      const double error = static_cast<double>(x) - number;
      sums[block] += error * error;
    };
    part.for_each_strip([&](std::size_t first, std::size_t group) {
      to_elements(in, part, first, group, source, b);
      if (!part.along_line()) {
        for (std::size_t i = 0; i < part.blocks; ++i)
          add(i, in[first + i], b.numbers[i]);
        return;
      }
      // The sums of blocks side by side do not wait for each other.
      for (std::size_t i = 0; i < part.group_size; ++i) {
        for (std::size_t at = i, block = 0; at < part.numbers;
             at += part.group_size, ++block)
          add(block, in[first + at], b.numbers[at]);
      }
    });
    return sums;
  }

  double tensor_scale_;
  BlockFormat format_;
  BlockRule rule_;
  WideScaling scaling_;
  BlockScales scales_;
  ScaleFactors factors_;
  MicroExponentChoice micro_exponents_;
  RoundPart<Carrier> round_;
  RoundPart<Carrier> to_binary32_;
  MemberCodes<Carrier> element_codes_;
  MemberCodes<double> scale_codes_;
};

}  // namespace

template <class T, class Code>
std::unique_ptr<BlockKernel<T, Code>> block_kernel(double tensor_scale,
                                                   const BlockFormat& format,
                                                   const BlockRule& rule) {
  const auto wide = wide_scaling<T>(tensor_scale, format, rule);
  if (!wide) return nullptr;
  if constexpr (sizeof(T) == 4) {
    if (may_stay_narrow(tensor_scale, format, rule)) {
      return std::make_unique<VectorKernel<T, float, Code>>(
          tensor_scale, format, rule, WideScaling{ScaleStep::multiply});
    }
  }
  return std::make_unique<VectorKernel<T, double, Code>>(tensor_scale, format, rule,
                                                         *wide);
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
