#include "halfulp/formats/code_arrays.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "halfulp/formats/codec.h"
#include "halfulp/formats/named_formats.h"
#include "halfulp/formats/registry.h"

namespace halfulp {
namespace {

template <class Code>
std::vector<double> decoded(const std::vector<Code>& codes, const Format& format) {
  std::vector<double> values(codes.size());
  decode(std::span<const Code>(codes), std::span(values), format);
  return values;
}

template <class Code>
std::vector<Code> encoded(const std::vector<double>& values, const Format& format) {
  std::vector<Code> codes(values.size());
  encode(std::span<const double>(values), std::span(codes), format);
  return codes;
}

template <class Code>
void expect_round_trip(const std::vector<Code>& codes, const Format& format) {
  const std::vector<double> values = decoded(codes, format);
  for (std::size_t i = 0; i < codes.size(); ++i) {
    ASSERT_EQ(bits_of(values[i]), bits_of(decode(std::uint64_t{codes[i]}, format)))
        << format.name.view() << " " << codes[i];
  }
  EXPECT_EQ(encoded<Code>(values, format), codes) << format.name.view();
}

TEST(CodeArrays, AreWhatDecodeAndEncodeSayOfEachElement) {
  for (const Format& format : named_formats()) {
    if (format.width > 16) continue;
    std::vector<std::uint16_t> codes(std::size_t{1} << format.width);
    std::iota(codes.begin(), codes.end(), std::uint16_t{0});
    expect_round_trip(codes, format);
    expect_round_trip(std::vector<std::uint64_t>(codes.begin(), codes.end()), format);
  }
}

TEST(CodeArrays, TakeBinary32ToBinary64AsTheProcessorDoes) {
  std::mt19937 random(1);
  std::vector<std::uint32_t> codes(100000);
  for (std::uint32_t& code : codes) code = static_cast<std::uint32_t>(random());
  for (std::uint32_t code = 0; code < 64; ++code) codes[code] = code;  // subnormal
  const std::vector<double> values = decoded(codes, fp32);
  for (std::size_t i = 0; i < codes.size(); ++i) {
    const double expected = static_cast<double>(std::bit_cast<float>(codes[i]));
    if (std::isnan(expected)) continue;  // quietened by the processor
    ASSERT_EQ(bits_of(values[i]), bits_of(expected)) << codes[i];
  }
  EXPECT_EQ(encoded<std::uint32_t>(values, fp32), codes);
}

TEST(CodeArrays, MayBeEmpty) {
  EXPECT_TRUE(decoded<std::uint8_t>({}, e4m3fn).empty());
  EXPECT_TRUE(encoded<std::uint8_t>({}, e4m3fn).empty());
}

template <class Body>
std::string refusal(Body body) {
  try {
    body();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "none";
}

TEST(CodeArrays, RefuseWhatDoesNotFit) {
  EXPECT_EQ(refusal([] { decoded<std::uint16_t>({0, 0x1FF}, e4m3fn); }),
            "element 1: code 0x1FF is wider than the 8 bits of e4m3fn");
  EXPECT_EQ(refusal([] { encoded<std::uint8_t>({1.0, 1.01}, e4m3fn); }),
            "element 1: 1.01 is not a number of e4m3fn; round it first");
  EXPECT_EQ(refusal([] { encoded<std::uint8_t>({}, bf16); }),
            "codes of bf16 have 16 bits, which integers of 8 do not hold");
  EXPECT_EQ(refusal([] { decoded<std::uint8_t>({0}, fp16); }),
            "codes of fp16 have 16 bits, which integers of 8 do not hold");
  std::vector<double> two(2);
  const std::vector<std::uint8_t> three(3);
  EXPECT_EQ(refusal([&] {
              decode(std::span<const std::uint8_t>(three), std::span(two), e5m2);
            }),
            "the sizes of the input, 3, and of the output, 2, differ");
}

}  // namespace
}  // namespace halfulp
