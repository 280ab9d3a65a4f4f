#include "halfulp/kernels/codes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <random>
#include <stdexcept>

#include "halfulp/formats/codec.h"
#include "halfulp/rounding/round.h"
#include "kernels/rounding_cases.h"
#include "kernels/sample_formats.h"
#include "support/describe.h"
#include "support/every_target.h"
#include "support/p3109_members.h"

// The judges are the scalar definitions, which other tests compare with rationals and MPFR.

namespace halfulp {
namespace {

using ::halfulp::testing::RoundingCases;
using ::halfulp::testing::sample_formats;

constexpr RandomSource kSource{.key = 7, .first_index = 11};

template <class T>
bool carries(const Format& format) {
  return sizeof(T) == 8 || holds_all_of(fp32, format);
}

// All modes, and every word of the policies.
std::vector<RoundingRule> rules() {
  std::vector<RoundingRule> all = {
      {.overflow = Overflow::saturate_finite, .inf_input = InfInput::max},
      {.overflow = Overflow::saturate_propagate, .nan = NanRule::payload},
      {.overflow = Overflow::none, .inf_input = InfInput::max},
      {.subnormals = Subnormals::flush_both},
      {.mode = Rounding::nearest_away, .inf_input = InfInput::max},
      {.mode = Rounding::toward_zero, .subnormals = Subnormals::flush_output},
      {.mode = Rounding::up,
       .overflow = Overflow::saturate_finite,
       .subnormals = Subnormals::flush_input},
      {.mode = Rounding::odd, .overflow = Overflow::none},
      {.mode = Rounding::stochastic_c, .random_bits = 7}};
  for (const auto& word : rounding_words()) all.push_back({.mode = word.value});
  return all;
}

// Without the inputs that the rule refuses.
template <class T>
std::vector<T> accepted(const std::vector<T>& in, const Format& format,
                        const RoundingRule& rule) {
  std::vector<T> out;
  for (T x : in) {
    try {
      round(x, format, rule, 0);
      out.push_back(x);
    } catch (const std::invalid_argument&) {
    }
  }
  return out;
}

// The same once more, in range and out of order: vectors of both signs and all magnitudes.
template <class T>
std::vector<T> with_a_mixture(std::vector<T> numbers, const Format& format) {
  std::vector<T> mixture;
  for (T x : numbers) {
    const auto wide = static_cast<double>(x);
    if (wide >= format.lowest() && wide <= format.max()) mixture.push_back(x);
  }
  std::shuffle(mixture.begin(), mixture.end(), std::mt19937(1));
  numbers.insert(numbers.end(), mixture.begin(), mixture.end());
  return numbers;
}

double as_binary64(float x) { return widen(x); }
double as_binary64(double x) { return x; }

template <class T>
std::vector<std::uint64_t> defined_codes(const std::vector<T>& in, const Format& format,
                                         const RoundingRule& rule) {
  std::vector<std::uint64_t> codes;
  for (std::size_t i = 0; i < in.size(); ++i) {
    const T rounded = round(in[i], format, rule, random_word(kSource, i));
    codes.push_back(encode(as_binary64(rounded), format));
  }
  return codes;
}

template <class Carrier>
class CodesTest : public testing::EveryTarget {
 protected:
  template <class Code>
  void expect_encoding(const Format& format, const std::vector<Carrier>& cases) {
    for (const RoundingRule& rule : rules()) {
      const std::vector<Carrier> in = accepted(cases, format, rule);
      const auto expected = defined_codes(in, format, rule);
      this->on_every_target([&] {
        std::vector<Code> codes(in.size());
        kernels::encode(std::span<const Carrier>(in), std::span(codes), format, rule,
                        kSource, 2);
        for (std::size_t i = 0; i < in.size(); ++i) {
          if (codes[i] == expected[i]) continue;
          ADD_FAILURE() << testing::describe(in[i]) << " in "
                        << testing::describe(format) << ", " << testing::describe(rule)
                        << " is code " << +codes[i] << ", not " << expected[i];
          return;
        }
      });
      if (this->HasFailure()) return;
    }
  }
};

using Carriers = ::testing::Types<float, double>;
TYPED_TEST_SUITE(CodesTest, Carriers);

TYPED_TEST(CodesTest, EncodeIsTheDefinition) {
  for (const Format& format : sample_formats()) {
    if (!carries<TypeParam>(format)) continue;
    const auto cases =
        with_a_mixture(RoundingCases<TypeParam>(format).inputs(true, true), format);
    if (format.width <= 8) this->template expect_encoding<std::uint8_t>(format, cases);
    if (format.width > 8 && format.width <= 16)
      this->template expect_encoding<std::uint16_t>(format, cases);
    if (format.width > 8 && format.width <= 32)
      this->template expect_encoding<std::uint32_t>(format, cases);
    if (format.width > 32) this->template expect_encoding<std::uint64_t>(format, cases);
  }
}

template <class T, class Code>
void expect_decoded(const std::vector<Code>& codes, const Format& format) {
  std::vector<T> out(codes.size());
  kernels::decode(std::span<const Code>(codes), std::span(out), format, 2);
  for (std::size_t i = 0; i < codes.size(); ++i) {
    const double number = decode(codes[i], format);
    T expected;
    if constexpr (sizeof(T) == 4) {
      expected = narrow_exactly(number);
    } else {
      expected = number;
    }
    if (std::memcmp(&out[i], &expected, sizeof(T)) == 0) continue;
    ADD_FAILURE() << "code " << +codes[i] << " of " << testing::describe(format)
                  << " is " << testing::describe(out[i]) << ", not "
                  << testing::describe(expected);
    return;
  }
}

// All codes that stand for something; of long ones a sample of every exponent.
template <class Code>
std::vector<Code> codes_of(const Format& format) {
  std::vector<Code> codes;
  const std::uint64_t last = ~std::uint64_t{0} >> (64 - format.width);
  const std::uint64_t step =
      format.width <= 14 ? 1 : (std::uint64_t{1} << (format.width - 14)) - 1;
  for (std::uint64_t i = 0; i <= last / step; ++i) {
    const std::uint64_t code = i * step;
    try {
      decode(code, format);
      codes.push_back(static_cast<Code>(code));
    } catch (const std::invalid_argument&) {
    }
  }
  return codes;
}

TYPED_TEST(CodesTest, DecodeIsTheDefinition) {
  for (const Format& format : sample_formats()) {
    if (!carries<TypeParam>(format)) continue;
    const auto widest = codes_of<std::uint64_t>(format);
    this->on_every_target([&] {
      expect_decoded<TypeParam>(widest, format);
      if (format.width <= 32)
        expect_decoded<TypeParam>(codes_of<std::uint32_t>(format), format);
      if (format.width <= 8)
        expect_decoded<TypeParam>(codes_of<std::uint8_t>(format), format);
      if (format.width <= 16)
        expect_decoded<TypeParam>(codes_of<std::uint16_t>(format), format);
    });
    if (this->HasFailure()) break;
  }
}

// The numbers of a format and those halfway between them, by which encoding is known best.
std::vector<double> members_and_midpoints(const Format& format) {
  std::vector<double> numbers;
  for (std::uint64_t code = 0; code >> format.width == 0; ++code) {
    numbers.push_back(decode(code, format));
    if ((code & format.top_code()) < format.max_code())
      numbers.push_back((decode(code, format) + decode(code + 1, format)) / 2);
  }
  return numbers;
}

using P3109CodesTest = testing::EveryTarget;

TEST_F(P3109CodesTest, AreTheDefinition) {
  for (const auto& member : testing::p3109_members()) {
    const Format format = format_named(member.name());
    const auto codes = codes_of<std::uint16_t>(format);
    const auto in = members_and_midpoints(format);
    for (const Rounding mode : {Rounding::nearest_even, Rounding::up}) {
      const RoundingRule rule{.mode = mode};
      std::vector<std::uint64_t> expected;
      for (double x : in) expected.push_back(encode(round(x, format, rule), format));
      on_every_target([&] {
        std::vector<std::uint16_t> found(in.size());
        kernels::encode(std::span<const double>(in), std::span(found), format, rule);
        EXPECT_TRUE(std::equal(found.begin(), found.end(), expected.begin()))
            << member.name();
        expect_decoded<double>(codes, format);
      });
      if (HasFailure()) return;
    }
  }
}

TEST(Codes, AreTheSameForEveryPlaceSizeAndNumberOfThreads) {
  std::vector<float> numbers(30000);
  std::iota(numbers.begin(), numbers.end(), -5000.0F);
  std::vector<std::uint8_t> all(numbers.size());
  const RoundingRule rule{.mode = Rounding::stochastic};
  kernels::encode(std::span<const float>(numbers), std::span(all), e5m2, rule, kSource);
  for (std::size_t size : {0, 1, 63, 64, 65, 1023, 1024, 1025, 9000, 29990}) {
    for (int threads : {1, 2, 5}) {
      const std::size_t from = size % 7;
      std::vector<std::uint8_t> part(size + 1, 0xEE);
      kernels::encode(std::span<const float>(numbers).subspan(from, size),
                      std::span(part).first(size), e5m2, rule, advanced(kSource, from),
                      threads);
      EXPECT_EQ(std::memcmp(part.data(), all.data() + from, size), 0) << size;
      EXPECT_EQ(part.back(), 0xEE);
      std::vector<float> back(size + 1, -1);
      kernels::decode(std::span<const std::uint8_t>(part).first(size),
                      std::span(back).first(size), e5m2, threads);
      EXPECT_EQ(back.back(), -1);
      for (std::size_t i = 0; i < size; ++i) ASSERT_EQ(back[i], decode(part[i], e5m2));
    }
  }
}

template <class Call>
std::string refusal(Call call) {
  try {
    call();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Codes, NameWhatTheyRefuse) {
  std::vector<std::uint8_t> codes(100, 3);
  std::vector<float> out(100);
  codes[70] = 0x1F;
  const auto decoded = [&] {
    kernels::decode(std::span<const std::uint8_t>(codes), std::span(out), e2m1fn);
  };
  EXPECT_EQ(refusal(decoded),
            "element 70: code 0x1F is wider than the 4 bits of e2m1fn");
  EXPECT_EQ(out, std::vector<float>(100)) << "something was written";

  std::vector<float> in(100, 1);
  in[99] = std::numeric_limits<float>::quiet_NaN();
  const std::vector<std::uint8_t> before = codes;
  const auto encoded = [&] {
    kernels::encode(std::span<const float>(in), std::span(codes), e2m1fn);
  };
  EXPECT_EQ(refusal(encoded).substr(0, 18), "element 99 is NaN:");
  EXPECT_EQ(codes, before);

  const auto too_wide = [&] {
    kernels::encode(std::span<const float>(in), std::span(codes), bf16);
  };
  EXPECT_EQ(refusal(too_wide),
            "codes of bf16 have 16 bits, which integers of 8 do not hold");
  const auto without_words = [&] {
    kernels::encode(std::span<const float>(in), std::span(codes), e5m2,
                    {.mode = Rounding::stochastic});
  };
  EXPECT_NE(refusal(without_words), "accepted");
}

// Of 0x1100 codes from one on: decoding is refused where the definition refuses, with its
// message, and nothing is written.
template <class Code>
void expect_refusals(const Format& format, std::uint64_t from) {
  std::vector<double> out(3, -1.0);
  for (std::uint64_t code = from; code < from + 0x1100; ++code) {
    const std::vector<Code> codes = {0, static_cast<Code>(code),
                                     static_cast<Code>(code)};
    const std::string expected = refusal([&] { decode(codes[1], format); });
    const std::string found = refusal(
        [&] { kernels::decode(std::span<const Code>(codes), std::span(out), format); });
    if (expected == "accepted") {
      ASSERT_EQ(found, expected) << code;
      out.assign(3, -1.0);
    } else {
      ASSERT_EQ(found, "element 1: " + expected);
      ASSERT_EQ(out, std::vector<double>(3, -1.0)) << code;
    }
  }
}

TEST(Codes, ThatStandForNothingAreThoseOfTheDefinition) {
  for (const Format& format :
       {Format{"wide field", 11, 3, 120, -100},
        Format{"unsigned", 11, 3, 120, -100, Specials::ieee, false},
        Format{"narrow", 12, 4, 60, -62}, fp16, e4m3fn, e2m1fn, hif8, mxint8,
        e8m0fnu}) {
    SCOPED_TRACE(format.name.view());
    expect_refusals<std::uint16_t>(format, 0);
    expect_refusals<std::uint32_t>(format, 0xF800);
  }
  const Format wide{"gap of a wide format", 41, 30, 1000, -1000};
  for (const std::uint64_t code : {wide.max_code(), wide.infinity_code(),
                                   wide.top_code(), ~std::uint64_t{0} / 2}) {
    expect_refusals<std::uint64_t>(wide, code - 0x800);
  }
}

TEST(Codes, ThatStandForNothingMatterWhereTheyAre) {
  // No layout for lanes, and codes above that of the infinity and below it are unused.
  const Format format{"wide field", 11, 3, 120, -100};
  for (std::size_t size : {2047, 2048, 5000, 50000}) {
    std::vector<std::uint16_t> codes(size, 0);
    std::vector<double> out(size, -1.0);
    kernels::decode(std::span<const std::uint16_t>(codes), std::span(out), format);
    EXPECT_EQ(out, std::vector<double>(size, 0.0));
    codes[size - 1] = 0x378;
    for (int threads : {1, 2, 5}) {
      const auto decoded = [&] {
        kernels::decode(std::span<const std::uint16_t>(codes), std::span(out), format,
                        threads);
      };
      EXPECT_EQ(refusal(decoded).substr(0, 14 + std::to_string(size - 1).size()),
                "element " + std::to_string(size - 1) + ": code");
      EXPECT_EQ(out, std::vector<double>(size, 0.0)) << "something was written";
    }
  }
}

TEST(Codes, AndNumbersDoNotOverlap) {
  std::vector<float> numbers(100, 1.0F);
  const std::span<const float> x = std::span(numbers).first(50);
  const std::span<std::uint32_t> inside(
      reinterpret_cast<std::uint32_t*>(numbers.data() + 49), 50);
  const std::string message =
      "the input and the output overlap; pass arrays that do not";
  EXPECT_EQ(refusal([&] { kernels::encode(x, inside, bf16); }), message);
  EXPECT_EQ(refusal([&] {
              kernels::decode(std::span<const std::uint32_t>(inside),
                              std::span(numbers).last(50), fp32);
            }),
            message);
  EXPECT_EQ(numbers, std::vector<float>(100, 1.0F));
  kernels::encode(
      x, std::span(reinterpret_cast<std::uint32_t*>(numbers.data() + 50), 50), fp32);
  EXPECT_EQ(numbers, std::vector<float>(100, 1.0F));
}

}  // namespace
}  // namespace halfulp
