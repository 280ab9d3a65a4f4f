#include "halfulp/kernels/quantize_blocks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

#include "halfulp/formats/block_registry.h"
#include "halfulp/formats/codec.h"
#include "halfulp/formats/named_block_formats.h"
#include "halfulp/kernels/block_kernel.h"
#include "halfulp/rounding/block_scale.h"
#include "halfulp/rounding/quantize_block.h"
#include "support/bits.h"
#include "support/describe.h"
#include "support/every_target.h"
#include "support/rounding_points.h"

// The judge is the definition, block by block; tests/python compares that with rationals.

namespace halfulp {
namespace {

using ::halfulp::testing::Random;
using kernels::BlockedShape;

std::vector<BlockFormat> sample_block_formats() {
  std::vector<BlockFormat> formats(named_block_formats().begin(),
                                   named_block_formats().end());
  for (const BlockFormat& format : std::initializer_list<BlockFormat>{
           {"q8_0", mxint8, 32, fp16, ScaleRule::nearest},
           {"fp8 fp32", e4m3fn, 48, fp32, ScaleRule::nearest},
           {"bf16 bf16", bf16, 7, bf16, ScaleRule::even},
           {"fp16 e5m2", fp16, 3, e5m2, ScaleRule::ceil},
           {"small scale", e4m3fn, 16, ue4m3, ScaleRule::floor},
           {"tiny scale", e2m1fn, 8, {"s", 4, 2, 3, -3, Specials::none, false}},
           {"tapered", hif8, 16, e8m0fnu},
           {"no subnormals", dlfloat16, 16, e8m0fnu},
           {"fnuz", e4m3fnuz, 16, e8m0fnu, ScaleRule::round_up},
           {"p3109", Binary8p3se, 16, e8m0fnu, ScaleRule::round_up},
           {"wide", fp32, 16, e8m0fnu},
           {"low", {"low", 11, 4, 0, -126, Specials::none}, 16, e8m0fnu},
           {"capped scale",
            e5m2,
            16,
            {"s", 4, 1, -20, -34, Specials::nan_all_ones, false, false, false}},
           // Scales and elements that are subnormal in binary64, all or most of them.
           {"scale below binary64",
            e2m1fn,
            8,
            {"s", 6, 1, -1012, -1073, Specials::nan_all_ones, false}},
           {"elements below binary64",
            {"f", 10, 3, -1051, -1072},
            8,
            {"s", 4, 1, 14, 0, Specials::nan_all_ones, false, false, false}},
           {"one", e2m1fn, 1, ue4m3, ScaleRule::nearest, 1},
           {"mx9", mxint8, 16, e8m0fnu, ScaleRule::floor, 0, {{{2, 1}, {}}}},
           {"wide micro",
            e2m1fn,
            12,
            ue4m3,
            ScaleRule::nearest,
            448,
            {{{6, 3}, {2, 2}}}},
           {"e8m0 tensor", e2m1fn, 16, e8m0fnu, ScaleRule::nearest, 4},
       }) {
    formats.push_back(require_valid(format));
  }
  return formats;
}

template <class Enum>
Enum any(Random& random, std::initializer_list<Enum> choices) {
  return choices.begin()[random.between(0, static_cast<int>(choices.size()) - 1)];
}

BlockRule any_rule(Random& random, const BlockFormat& format) {
  BlockRule rule = default_block_rule(format);
  if (random.between(0, 2) != 0) {
    rule.scale_rule =
        any(random, {ScaleRule::floor, ScaleRule::ceil, ScaleRule::round_up,
                     ScaleRule::nearest, ScaleRule::nearest_bfloat16, ScaleRule::even});
  }
  if (random.between(0, 1) == 0) {
    const auto modes = rounding_words();
    rule.element.mode = modes[static_cast<std::size_t>(random.between(
                                  0, static_cast<int>(modes.size()) - 1))]
                            .value;
    rule.element.random_bits = any(random, {1, 4, 13, 19, 20, 32});
  }
  if (random.between(0, 3) == 0) {
    rule.element.overflow =
        any(random, {Overflow::ieee, Overflow::saturate_propagate, Overflow::none});
    rule.element.subnormals =
        any(random, {Subnormals::keep, Subnormals::flush_input,
                     Subnormals::flush_output, Subnormals::flush_both});
  }
  rule.element.inf_input = InfInput::max;
  if (format.element.has_nan())
    rule.nan = any(random, {NonFinite::poison, NonFinite::element});
  rule.infinity = any(random, {NonFinite::poison, NonFinite::element});
  if (!format.scale.has_nan()) rule.infinity = NonFinite::element;
  if (random.between(0, 2) == 0) {
    rule.division = any(
        random, {Division::exact, Division::reciprocal, Division::reciprocal_bfloat16});
  }
  if (random.between(0, 3) == 0) rule.subnormal_scale = SubnormalScale::normal;
  if (random.between(0, 3) == 0 && format.scale.has_zero)
    rule.zero_block = ZeroBlock::zero;
  rule.symmetric = random.between(0, 7) == 0;
  return rule;
}

// Numbers about 2^exponent, some of few bits so that they tie, some far off or special.
template <class T>
std::vector<T> any_numbers(Random& random, std::size_t count, const BlockFormat& format,
                           const BlockRule& rule) {
  const int range = sizeof(T) == 4 ? 120 : 1000;
  // Some where the largest number and the smallest scale meet, as far as T goes there.
  const int middle = std::max(-range - 50, format.element.emax + format.scale.emin);
  const int exponent = random.between(0, 2) == 0   ? random.between(-range, range)
                       : random.between(0, 1) == 0 ? random.between(-12, 12)
                                                   : middle + random.between(-9, 9);
  const bool may_be_special = random.between(0, 3) == 0;
  const bool has_nan = format.scale.has_nan() ||
                       (format.element.has_nan() && rule.nan == NonFinite::element);
  std::vector<T> numbers(count);
  for (T& x : numbers) {
    const double few_bits = random.between(-64, 64) / 16.0;
    const double many_bits = random.near_one(3);
    x = static_cast<T>(
        std::ldexp(random.between(0, 1) == 0 ? few_bits : many_bits, exponent));
    switch (random.between(0, 40)) {
      case 0:
        x = static_cast<T>(std::ldexp(x, random.between(-140, 3)));
        break;
      case 1:
        x = T{0};
        break;
      case 2:
        x = -std::numeric_limits<T>::denorm_min();
        break;
      case 3:
        if (may_be_special) x = std::numeric_limits<T>::infinity();
        break;
      case 4:
        if (may_be_special && has_nan) x = -std::numeric_limits<T>::quiet_NaN();
        break;
      case 5:
        if (may_be_special) x = -std::numeric_limits<T>::max();
        break;
      default:
        break;
    }
  }
  // Blocks of zeros, at times.
  if (random.between(0, 4) == 0) std::fill_n(numbers.begin(), count / 2, T{0});
  return numbers;
}

struct Blocks {
  std::vector<std::uint32_t> codes;
  std::vector<std::uint32_t> scales;
};

// Block by block, in the order of the scales.
template <class T>
Blocks by_definition(const std::vector<T>& in, const BlockedShape& shape,
                     double tensor_scale, const BlockFormat& format,
                     const BlockRule& rule, const RandomSource& source = {}) {
  Blocks result{std::vector<std::uint32_t>(in.size()), {}};
  const auto size = static_cast<std::size_t>(shape.block_size);
  for (std::size_t line = 0; line < shape.outer; ++line) {
    for (std::size_t begin = 0; begin < shape.length; begin += size) {
      for (std::size_t column = 0; column < shape.inner; ++column) {
        std::vector<std::size_t> places;
        std::vector<double> x;
        std::vector<std::uint32_t> words;
        for (std::size_t i = begin; i < std::min(begin + size, shape.length); ++i) {
          places.push_back((line * shape.length + i) * shape.inner + column);
          x.push_back(static_cast<double>(in[places.back()]));
          if (is_stochastic(rule.element.mode))
            words.push_back(random_word(source, places.back()));
        }
        const QuantizedBlock block =
            quantize_block(x, tensor_scale, format, rule, words);
        result.scales.push_back(scale_word(block, format));
        for (std::size_t i = 0; i < places.size(); ++i) {
          result.codes[places[i]] =
              static_cast<std::uint32_t>(encode(block.elements[i], format.element));
        }
      }
    }
  }
  return result;
}

std::string describe(const BlockFormat& format, const BlockRule& rule,
                     const BlockedShape& shape, double tensor_scale) {
  return std::string(format.name.view()) + ", scale rule " +
         std::string(word_of(rule.scale_rule, scale_rule_words())) + ", " +
         testing::describe(rule.element) + ", division " +
         std::string(word_of(rule.division, division_words())) + ", shape " +
         std::to_string(shape.outer) + " x " + std::to_string(shape.length) + " x " +
         std::to_string(shape.inner) + " in blocks of " +
         std::to_string(shape.block_size) + ", tensor scale " +
         testing::show(tensor_scale);
}

// The format's, or a shorter one of whole groups of the first level.
int any_block_size(Random& random, const BlockFormat& format) {
  if (random.between(0, 1) == 0) return format.block_size;
  const int unit =
      format.has_micro_exponents() ? format.micro_exponents[0].group_size : 1;
  return unit * random.between(1, format.block_size / unit);
}

class QuantizeBlocks : public testing::EveryTarget {
 protected:
  template <class T>
  void check(std::uint64_t seed) {
    Random random(seed);
    const auto formats = sample_block_formats();
    const auto& format = formats[static_cast<std::size_t>(
        random.between(0, static_cast<int>(formats.size()) - 1))];
    const BlockRule rule = any_rule(random, format);
    // At times more numbers than one thread is given.
    const std::size_t many = random.between(0, 99) == 0 ? 100 : 1;
    const BlockedShape shape{
        many * static_cast<std::size_t>(random.between(1, 3)),
        static_cast<std::size_t>(random.between(0, 90)),
        static_cast<std::size_t>(
            many == 1 && random.between(0, 2) == 0 ? random.between(1, 40) : 1),
        any_block_size(random, format)};
    // One number before the array, so that it is misaligned.
    const auto numbers = any_numbers<T>(random, shape.size() + 1, format, rule);
    const std::vector<T> in(numbers.begin() + 1, numbers.end());
    const std::span<const T> misaligned = std::span(numbers).subspan(1);
    double tensor_scale = kernels::tensor_scale_of(misaligned, format);
    if (format.has_tensor_scale() && random.between(0, 2) == 0) tensor_scale = 0.75;
    const int threads = any(random, {1, 2, 5});
    const RandomSource source{random.bits(), random.bits(),
                              any(random, {Generator::philox, Generator::fast_hash})};

    const Blocks expected =
        by_definition(in, shape, tensor_scale, format, rule, source);
    std::vector<std::uint32_t> codes(shape.size()), scales(shape.scales());
    kernels::quantize_blocks<T, std::uint32_t>(misaligned, shape, tensor_scale, format,
                                               rule, source, codes, scales, threads);
    const std::string what = "seed " + std::to_string(seed) + ": " +
                             describe(format, rule, shape, tensor_scale);
    ASSERT_EQ(scales, expected.scales) << what;
    for (std::size_t i = 0; i < codes.size(); ++i) {
      ASSERT_EQ(codes[i], expected.codes[i])
          << what << ": element " << i << ", " << testing::show(in[i]);
    }
    if (format.element.width > 8) return;
    std::vector<std::uint8_t> bytes(shape.size());
    kernels::quantize_blocks<T, std::uint8_t>(misaligned, shape, tensor_scale, format,
                                              rule, source, bytes, scales, threads);
    ASSERT_TRUE(std::equal(bytes.begin(), bytes.end(), codes.begin(), codes.end()))
        << what;
  }
};

TEST_F(QuantizeBlocks, EqualTheDefinition) {
  std::uint64_t seed = 1;
  on_every_target([&] {
    for (int i = 0; i < 800 && !HasFatalFailure(); ++i) {
      check<float>(seed++);
      check<double>(seed++);
    }
  });
}

// The maxima for which a scale changes, in every format and rule, one block each.
template <class T>
void check_maxima(const BlockFormat& format, const BlockRule& rule) {
  std::vector<T> maxima;
  const Format& element = format.element;
  for (int e = -140; e <= 120; e += 13) {
    for (double factor : {1.0, element.max(), 2 - std::ldexp(1.0, -element.precision),
                          1.5 * element.max(), 1.25}) {
      const auto x = static_cast<T>(std::ldexp(factor, e));
      if (!(x <= std::numeric_limits<T>::max())) continue;
      maxima.insert(maxima.end(), {x, std::nextafter(x, T{0}),
                                   std::nextafter(x, std::numeric_limits<T>::max())});
    }
  }
  const int block_size =
      format.has_micro_exponents() ? format.micro_exponents[0].group_size : 1;
  const BlockedShape shape{maxima.size(), 1, 1, block_size};
  const Blocks expected = by_definition(maxima, shape, 1.0, format, rule);
  std::vector<std::uint32_t> codes(shape.size()), scales(shape.scales());
  kernels::quantize_blocks<T, std::uint32_t>(maxima, shape, 1.0, format, rule, codes,
                                             scales);
  EXPECT_EQ(scales, expected.scales) << describe(format, rule, shape, 1.0);
  EXPECT_EQ(codes, expected.codes) << describe(format, rule, shape, 1.0);
}

TEST_F(QuantizeBlocks, EqualTheDefinitionAtTheThresholdsOfScales) {
  on_every_target([&] {
    for (const BlockFormat& format : sample_block_formats()) {
      for (const auto& word : scale_rule_words()) {
        if (word.value == ScaleRule::four_over_six) continue;
        BlockRule rule = default_block_rule(format);
        rule.scale_rule = word.value;
        check_maxima<float>(format, rule);
        check_maxima<double>(format, rule);
      }
    }
  });
}

template <class T>
bool has_kernel(const BlockFormat& format, const BlockRule& rule) {
  const double tensor_scale = format.has_tensor_scale() ? 0.75 : 1.0;
  return kernels::block_kernel<T, std::uint8_t>(tensor_scale, format, rule) != nullptr;
}

TEST(QuantizeBlocksKernel, RunsForEveryNamedFormatModeAndDivision) {
  for (const BlockFormat& format : named_block_formats()) {
    for (const auto& mode : rounding_words()) {
      for (const auto& division : division_words()) {
        BlockRule rule = default_block_rule(format);
        rule.element.mode = mode.value;
        rule.division = division.value;
        EXPECT_TRUE(has_kernel<float>(format, rule)) << format.name.view();
        EXPECT_TRUE(has_kernel<double>(format, rule)) << format.name.view();
      }
    }
  }
  // 24 bits and the 34 places that tell 32 random bits apart are more than binary64 has.
  const BlockFormat wide{"wide", fp32, 16, e8m0fnu};
  const BlockFormat high{"high", {"high", 12, 4, 301, 0, Specials::none}, 16, e8m0fnu};
  const RoundingRule stochastic{.mode = Rounding::stochastic_b};
  EXPECT_TRUE(has_kernel<double>(wide, {.element = {.mode = Rounding::odd}}));
  EXPECT_FALSE(has_kernel<double>(
      wide, {.scale_rule = ScaleRule::floor,
             .element = {.mode = Rounding::stochastic_equal, .random_bits = 32}}));
  EXPECT_TRUE(has_kernel<double>(wide, {.element = stochastic}));
  EXPECT_FALSE(has_kernel<double>(high, {}));
}

TEST(QuantizeBlocksKernel, RefusesWhatDoesNotFit) {
  const std::vector<double> x(10, 1.0);
  std::vector<std::uint8_t> codes(10);
  std::vector<std::uint32_t> scales(1);
  const BlockedShape shape{1, 10, 1, 32};
  const BlockRule rule;
  const auto quantize = [&](const BlockedShape& s, double tensor_scale,
                            const BlockFormat& format, int threads) {
    kernels::quantize_blocks<double, std::uint8_t>(x, s, tensor_scale, format, rule,
                                                   codes, scales, threads);
  };
  EXPECT_NO_THROW(quantize(shape, 1.0, mxfp4, 1));
  EXPECT_THROW(quantize({1, 9, 1, 32}, 1.0, mxfp4, 1), std::invalid_argument);
  EXPECT_THROW(quantize({1, 10, 1, 5}, 1.0, mxfp4, 1), std::invalid_argument);
  EXPECT_THROW(quantize({1, 10, 1, 0}, 1.0, mxfp4, 1), std::invalid_argument);
  EXPECT_THROW(quantize({1, 10, 1, 33}, 1.0, mxfp4, 1), std::invalid_argument);
  EXPECT_THROW(quantize(shape, 2.0, mxfp4, 1), std::invalid_argument);
  EXPECT_THROW(quantize(shape, 1.0, mxfp4, 0), std::invalid_argument);
  const BlockFormat wide{"wide", fp16, 32, e8m0fnu};
  EXPECT_THROW(quantize(shape, 1.0, wide, 1), std::invalid_argument);
  scales.resize(2);
  EXPECT_NO_THROW(quantize({1, 10, 1, 8}, 1.0, hif4, 1));
  EXPECT_THROW(quantize({1, 10, 1, 9}, 1.0, hif4, 1), std::invalid_argument);
}

TEST(QuantizeBlocksKernel, WritesNothingWhereItRefusesAnInput) {
  constexpr std::size_t kSize = 32'000;
  std::vector<float> x(kSize, 1.0F);
  for (const std::size_t i : {9'700, 9'800, 30'000})  // in two threads' parts
    x[i] = std::numeric_limits<float>::quiet_NaN();
  std::vector<std::uint8_t> codes(kSize, 0xAA);
  std::vector<std::uint32_t> scales(kSize / 32, 0xAA);
  BlockRule rule;
  rule.nan = NonFinite::error;
  for (const int threads : {1, 3}) {
    try {
      kernels::quantize_blocks<float, std::uint8_t>(x, {1, kSize, 1, 32}, 1.0, mxfp4,
                                                    rule, codes, scales, threads);
      FAIL() << "a NaN was taken";
    } catch (const std::invalid_argument& error) {
      EXPECT_NE(std::string(error.what()).find("element 9700 is NaN"),
                std::string::npos)
          << error.what();
    }
  }
  EXPECT_EQ(codes, std::vector<std::uint8_t>(kSize, 0xAA));
  EXPECT_EQ(scales, std::vector<std::uint32_t>(kSize / 32, 0xAA));
}

TEST(QuantizeBlocksKernel, RefusesSpansThatOverlap) {
  std::vector<float> x(100, 1.0F);
  std::vector<std::uint8_t> codes(100, 0xAA);
  std::vector<std::uint32_t> scales(4, 0xAA);
  const auto refused = [&](std::span<std::uint8_t> c, std::span<std::uint32_t> s) {
    EXPECT_THROW((kernels::quantize_blocks<float, std::uint8_t>(x, {1, 100, 1, 32}, 1.0,
                                                                mxfp4, {}, c, s)),
                 std::invalid_argument);
  };
  refused({reinterpret_cast<std::uint8_t*>(x.data()) + 300, 100}, scales);
  refused(codes, {reinterpret_cast<std::uint32_t*>(x.data() + 50), 4});
  refused(codes, {reinterpret_cast<std::uint32_t*>(codes.data()), 4});
  EXPECT_EQ(x, std::vector<float>(100, 1.0F));
  EXPECT_EQ(codes, std::vector<std::uint8_t>(100, 0xAA));
}

TEST(QuantizeBlocksKernel, TensorScaleSeesFiniteNumbersOnly) {
  std::vector<float> x(10000, 0.5F);
  x[9000] = -2688.0F;
  x[100] = -std::numeric_limits<float>::infinity();
  x[9001] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(kernels::tensor_scale_of(std::span<const float>(x), nvfp4), 1.0);
  const std::vector<double> y(x.begin(), x.end());
  EXPECT_EQ(kernels::tensor_scale_of(std::span<const double>(y), nvfp4), 1.0);
  EXPECT_EQ(kernels::tensor_scale_of(std::span<const double>(y), mxfp4), 1.0);
  EXPECT_EQ(kernels::tensor_scale_of(std::span<const double>(), nvfp4), 1.0);
  const std::span<const float> span(x);
  EXPECT_EQ(kernels::tensor_scale_of(span, nvfp4, 2), 1.0);
  EXPECT_THROW(kernels::tensor_scale_of(span, nvfp4, 0), std::invalid_argument);
}

}  // namespace
}  // namespace halfulp
