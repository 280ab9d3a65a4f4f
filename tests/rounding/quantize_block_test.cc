#include "halfulp/rounding/quantize_block.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <string>

#include "halfulp/formats/block_registry.h"
#include "halfulp/formats/named_block_formats.h"
#include "halfulp/rounding/block_scale.h"
#include "support/bits.h"

// Values are compared with exact rationals in tests/python/test_blocks.py; here are the
// contract and examples worked out by hand.

namespace halfulp {
namespace {

std::string refusal(const std::vector<double>& x, double tensor_scale,
                    const BlockFormat& format, const BlockRule& rule) {
  try {
    quantize_block(x, tensor_scale, format, rule);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

TEST(QuantizeBlock, TheExampleOfEveryRule) {
  // 7 = 1.75 * 2^2: the largest e2m1fn number is 6, of exponent 2.
  const std::vector<double> x = {7.0, 2.5, -0.25};
  const auto scale = [&](ScaleRule rule) {
    return quantize_block(x, 1.0, mxfp4, {.scale_rule = rule}).scale;
  };
  EXPECT_EQ(scale(ScaleRule::floor), 1.0);
  EXPECT_EQ(scale(ScaleRule::ceil), 2.0);
  EXPECT_EQ(scale(ScaleRule::round_up), 2.0);  // 7 / 6 > 1
  EXPECT_EQ(scale(ScaleRule::nearest), 1.0);
  EXPECT_EQ(scale(ScaleRule::even), 2.0);  // 7 is a tie of 6 and 8
  const QuantizedBlock block = quantize_block(x, 1.0, mxfp4, {});
  EXPECT_EQ(block.elements, (std::vector<double>{6.0, 2.0, -0.0}));
  EXPECT_TRUE(std::signbit(block.elements[2]));
}

TEST(QuantizeBlock, FourOverSix) {
  // Over 6 / 6 and 6 / 4: 4.5 becomes 4 or 3 * 1.5.
  const BlockRule rule = default_block_rule(nvfp4_4over6);
  EXPECT_EQ(quantize_block(std::vector{6.0, 4.5}, 1.0, nvfp4_4over6, rule).scale, 1.5);
  EXPECT_EQ(quantize_block(std::vector{6.0, 4.0}, 1.0, nvfp4_4over6, rule).scale, 1.0);
  // Both exact: six.
  EXPECT_EQ(quantize_block(std::vector{6.0, 3.0}, 1.0, nvfp4_4over6, rule).scale, 1.0);
}

// fl(1 / 7) = 73 / 512 in bfloat16; 7 * 73 / 512 = 511 / 512 becomes 1 in e6m2.
TEST(QuantizeBlock, HiFloat4ByHand) {
  std::vector<double> x(64, 0.0);
  x[0] = 7.0;     // 4 and more of its eight, 2 and more of its four after that: 1.75
  x[4] = 3.5;     // the same eight: 1.75 without the second one
  x[8] = -2.0;    // under 4, but 2 and more: 1 with the second one
  x[12] = 1.625;  // a tie of 1.5 and 1.75: away
  x[13] = -0.0;
  const QuantizedBlock block = quantize_block(x, 1.0, hif4, default_block_rule(hif4));
  EXPECT_EQ(block.scale, 1.0);
  EXPECT_EQ(block.micro_exponents[0], (std::vector{1, 0, 0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(block.micro_exponents[1],
            (std::vector{1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(block.elements[0], 1.75);
  EXPECT_EQ(block.elements[4], 1.75);
  EXPECT_EQ(block.elements[8], -1.0);
  EXPECT_EQ(block.elements[12], 1.75);
  EXPECT_TRUE(std::signbit(block.elements[13]));
  EXPECT_EQ(scale_of(block, 0, hif4), 4.0);
  EXPECT_EQ(scale_of(block, 4, hif4), 2.0);
  EXPECT_EQ(scale_of(block, 8, hif4), 2.0);
  EXPECT_EQ(scale_of(block, 12, hif4), 1.0);
  // e6m2u has 1 at 48 * 4; bit 8: the first of eight; bits 16 and 18: the fours.
  EXPECT_EQ(scale_word(block, hif4), 0b0101'00000001'11000000u);
}

// amax / 7 in bfloat16 may reach a tie of e6m2 that amax / 7 itself has not: 1.125 is one, of
// 1 and 1.25, and 8 * 73 / 512 = 1.140625 lies above it, 7.875 * 73 / 512 = 1.1228... becomes
// 1.125 in bfloat16 and goes to even, and so does 7.90625 * 73 / 512 = 1.1272...
TEST(QuantizeBlock, HiFloat4RoundsItsScaleTwice) {
  const auto scale = [](double amax, ScaleRule rule) {
    return quantize_block(std::vector{amax}, 1.0, hif4, {.scale_rule = rule}).scale;
  };
  EXPECT_EQ(scale(7.875, ScaleRule::nearest_bfloat16), 1.0);
  EXPECT_EQ(scale(7.90625, ScaleRule::nearest_bfloat16), 1.0);
  EXPECT_EQ(scale(7.90625, ScaleRule::nearest), 1.25);
  EXPECT_EQ(scale(8.0, ScaleRule::nearest_bfloat16), 1.25);
  EXPECT_EQ(scale(0x1p-60, ScaleRule::nearest_bfloat16), 0x1p-48);
  EXPECT_EQ(scale(0x1p60, ScaleRule::nearest_bfloat16), 49152.0);
}

TEST(QuantizeBlock, OnlyHiFloat4IsConvertedAsItsAuthorsDo) {
  EXPECT_EQ(default_block_rule(hif4),
            (BlockRule{.scale_rule = ScaleRule::nearest_bfloat16,
                       .element = {.mode = Rounding::nearest_away,
                                   .overflow = Overflow::saturate_finite},
                       .division = Division::reciprocal_bfloat16}));
  BlockFormat own = hif4;
  own.name = "own";
  EXPECT_EQ(default_block_rule(own), default_block_rule(hif4));
  own.micro_exponents[1] = {};
  EXPECT_EQ(default_block_rule(own),
            (BlockRule{.scale_rule = ScaleRule::nearest_bfloat16}));
}

TEST(QuantizeBlock, APoisonedBlockHasMicroExponentsToo) {
  std::vector<double> x(9, 7.0);
  x[3] = kQuietNan;
  const QuantizedBlock block = quantize_block(x, 1.0, hif4, default_block_rule(hif4));
  EXPECT_EQ(block.micro_exponents[0], std::vector<int>(2));
  EXPECT_EQ(block.micro_exponents[1], std::vector<int>(3));
  EXPECT_EQ(scale_word(block, hif4), 0xFFu);
  EXPECT_SAME_BITS(scale_of(block, 0, hif4), kQuietNan);
}

TEST(QuantizeBlock, StochasticElementsTakeTheirWords) {
  // 2.25 lies a quarter of the way from 2 to 3: of the 16 words of 4 bits 4 take it up.
  BlockRule rule = {.element = {.mode = Rounding::stochastic_a, .random_bits = 4}};
  for (std::uint32_t bits = 0; bits < 16; ++bits) {
    const std::vector<std::uint32_t> words = {~0u, bits << 28 | 0x0FFFFFFF};
    const auto block = quantize_block(std::vector{4.0, -2.25}, 1.0, mxfp4, rule, words);
    EXPECT_EQ(block.elements, (std::vector{4.0, bits >= 12 ? -3.0 : -2.0})) << bits;
  }
  EXPECT_NE(refusal({1.0}, 1.0, mxfp4, rule).find("random"), std::string::npos);
  const std::vector<std::uint32_t> three(3);
  EXPECT_THROW(quantize_block(std::vector{1.0}, 1.0, mxfp4, rule, three),
               std::invalid_argument);
  rule.element.random_bits = 33;
  EXPECT_NE(refusal({1.0}, 1.0, mxfp4, rule), "");
}

TEST(QuantizeBlock, RefusesOtherArguments) {
  const BlockRule rule;
  EXPECT_EQ(refusal({1.0}, 1.0, mxfp4, rule), "");
  EXPECT_NE(refusal({}, 1.0, mxfp4, rule).find("1 to 32 numbers, got 0"),
            std::string::npos);
  EXPECT_NE(refusal(std::vector<double>(33), 1.0, mxfp4, rule).find("got 33"),
            std::string::npos);
  EXPECT_NE(refusal({1.0}, 0.5, mxfp4, rule).find("no tensor scale, got 0.5"),
            std::string::npos);
  for (double bad : {0.0, -0.0, -1.0, 0.1, 0x1p128, kPositiveInfinity, kQuietNan}) {
    EXPECT_NE(refusal({1.0}, bad, nvfp4, rule).find("positive binary32"),
              std::string::npos);
  }
  BlockRule bad_rule;
  bad_rule.zero_block = ZeroBlock::zero;
  EXPECT_NE(refusal({1.0}, 1.0, mxfp4, bad_rule).find("zero_block='zero'"),
            std::string::npos);
  bad_rule = {.scale_rule = ScaleRule::four_over_six};
  EXPECT_NE(refusal({1.0}, 1.0, mxfp8_e5m2, bad_rule).find("elements up to 6"),
            std::string::npos);
  BlockFormat invalid = mxfp4;
  invalid.block_size = 0;
  EXPECT_NE(refusal({1.0}, 1.0, invalid, rule).find("block_size"), std::string::npos);
  EXPECT_THROW(scale_for(1.0, 1.0, nvfp4_4over6, default_block_rule(nvfp4_4over6)),
               std::invalid_argument);
}

TEST(QuantizeBlock, DequantizeKeepsSpecialNumbers) {
  EXPECT_SAME_BITS(dequantize(-kQuietNan, 1.0, 1.0), kQuietNan);
  EXPECT_SAME_BITS(dequantize(1.0, kQuietNan, 1.0), kQuietNan);
  EXPECT_SAME_BITS(dequantize(-kPositiveInfinity, 2.0, 1.0), -kPositiveInfinity);
  EXPECT_SAME_BITS(dequantize(kPositiveInfinity, 0.0, 1.0), kQuietNan);
  EXPECT_SAME_BITS(dequantize(-0.0, 2.0, 3.0), -0.0);
  EXPECT_SAME_BITS(dequantize(57344.0, 0x1p127, 1.0), 0x1.cp142);
}

}  // namespace
}  // namespace halfulp
