// decode against the words of each format's document, encode as its inverse.

#include "halfulp/formats/codec.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

#include "halfulp/formats/named_formats.h"
#include "support/bits.h"
#include "support/code_table.h"
#include "support/format_facts.h"
#include "support/rounding_points.h"

namespace halfulp::testing {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::vector<FormatFacts> listable_formats() {
  std::vector<FormatFacts> facts;
  for (const FormatFacts& f : format_facts()) {
    if (f.format.width <= 20) facts.push_back(f);
  }
  return facts;
}

class CodecTest : public ::testing::TestWithParam<FormatFacts> {
 protected:
  const Format& f_ = GetParam().format;
};

TEST_P(CodecTest, EveryCodeStandsForTheDocumentedNumber) {
  for (std::uint64_t code = 0; code < std::uint64_t{1} << f_.width; ++code) {
    const double expected = documented_value(code, f_);
    const double computed = decode(code, f_);
    if (std::isnan(expected)) {
      ASSERT_TRUE(std::isnan(computed)) << code;
    } else {
      ASSERT_TRUE(same_bits(computed, expected)) << code;
    }
  }
}

TEST_P(CodecTest, EncodeIsTheInverseNansIncluded) {
  for (std::uint64_t code = 0; code < std::uint64_t{1} << f_.width; ++code) {
    ASSERT_EQ(encode(decode(code, f_), f_), code);
    ASSERT_TRUE(holds(f_, decode(code, f_)));
  }
}

TEST_P(CodecTest, NumbersBetweenAreRefused) {
  const auto values = sorted_values(f_);
  std::vector<double> others = {1e300, -1e300};
  for (std::size_t i = 0; i + 1 < values.size(); ++i) {
    others.push_back(values[i].value / 2 + values[i + 1].value / 2);
    others.push_back(std::nextafter(values[i].value, kInfinity));
  }
  if (GetParam().infinities.empty()) others.push_back(kInfinity);
  if (GetParam().infinities.size() < 2) others.push_back(-kInfinity);
  if (!GetParam().minus_zero) others.push_back(-0.0);
  if (!f_.has_zero) others.push_back(0.0);
  if (GetParam().nan_codes == 0) others.push_back(std::nan(""));
  for (double x : others) ASSERT_FALSE(holds(f_, x)) << show(x);
  EXPECT_THROW(encode(others.back(), f_), std::invalid_argument);
}

// A NaN has sign and payload; those of Specials::ieee keep both, others at most the sign.
TEST_P(CodecTest, SignAndPayloadOfNans) {
  for (std::uint64_t code = 0; code < std::uint64_t{1} << f_.width; ++code) {
    const double x = decode(code, f_);
    if (!std::isnan(x)) continue;
    const bool negative = GetParam().nan_codes > 1 && code >> (f_.width - 1) != 0;
    ASSERT_EQ(std::signbit(x), negative) << code;
    std::uint64_t fraction = std::uint64_t{1} << 51;
    if (f_.specials == Specials::ieee) {
      const std::uint64_t places = std::uint64_t{1} << (f_.precision - 1);
      fraction = code % places * ((std::uint64_t{1} << 52) / places);
    }
    ASSERT_EQ(bits(x) & 0xFFFFFFFFFFFFF, fraction) << code;
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, CodecTest, ::testing::ValuesIn(listable_formats()),
                         name_of);

TEST(Codec, Binary64IsTheBitPattern) {
  Random random(0x5EED000B);
  for (int i = 0; i < 100000; ++i) {
    std::uint64_t code = random.bits();
    if (i % 4 == 0) code |= 0x7FF0000000000000;  // NaNs too
    ASSERT_EQ(bits(decode(code, fp64)), code);
    ASSERT_EQ(encode(std::bit_cast<double>(code), fp64), code);
  }
}

TEST(Codec, Binary32IsTheProcessors) {
  Random random(0x5EED000C);
  for (int i = 0; i < 100000; ++i) {
    const std::uint32_t code = static_cast<std::uint32_t>(random.bits());
    const float x = std::bit_cast<float>(code);
    if (!std::isnan(x)) {
      ASSERT_TRUE(same_bits(decode(code, fp32), static_cast<double>(x))) << code;
    }
    ASSERT_EQ(encode(decode(code, fp32), fp32), code);
  }
}

TEST(Codec, NanWhosePayloadDoesNotFitBecomesCanonical) {
  const double low_payload = std::bit_cast<double>(0x7FF0000000000001ull);
  EXPECT_EQ(encode(low_payload, fp16), 0x7E00u);
  EXPECT_EQ(encode(with_sign(low_payload, true), fp16), 0xFE00u);
  EXPECT_EQ(encode(low_payload, e4m3fn), 0x7Fu);
  EXPECT_EQ(encode(with_sign(low_payload, true), e4m3fn), 0xFFu);
  EXPECT_EQ(encode(with_sign(low_payload, true), facts_of("e4m3fnuz").format), 0x80u);
  EXPECT_EQ(encode(with_sign(low_payload, true), facts_of("e8m0fnu").format), 0xFFu);
}

TEST(Codec, ScaleOfOcpMx) {
  const Format& f = facts_of("e8m0fnu").format;
  EXPECT_SAME_BITS(decode(134, f), 128.0);
  EXPECT_TRUE(std::isnan(decode(255, f)));
  EXPECT_EQ(encode(0x1p-127, f), 0u);
}

template <class Call>
void expect_message(Call call, const char* text) {
  try {
    call();
    FAIL() << "did not throw";
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(), text);
  }
}

TEST(Codec, Errors) {
  expect_message([] { decode(0x10000, fp16); },
                 "code 0x10000 is wider than the 16 bits of fp16");
  expect_message([] { encode(0.1, bf16); },
                 "0.1 is not a number of bf16; round it first");
  // Binary16 with emax 14: the field 30 is between the numbers and the infinities.
  const Format small{"small", 16, 11, 14, -14};
  EXPECT_SAME_BITS(decode(0x77FF, small), 32752.0);
  EXPECT_SAME_BITS(decode(0x7C00, small), kInfinity);
  expect_message(
      [&] { decode(0x7800, small); },
      "code 0x7800 stands for no number of small, whose exponent field is wider "
      "than emax needs");
  expect_message([&] { encode(32768, small); },
                 "32768 is not a number of small; round it first");
}

}  // namespace
}  // namespace halfulp::testing
