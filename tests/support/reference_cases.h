#pragma once

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstdint>
#include <iomanip>
#include <random>
#include <sstream>
#include <string>

#include "halfulp/base/text.h"
#include "halfulp/formats/named_formats.h"
#include "halfulp/rounding/rounding_rule.h"

namespace halfulp {

inline constexpr std::array kModes = {
    Rounding::nearest_even, Rounding::nearest_away, Rounding::nearest_toward_zero,
    Rounding::toward_zero,  Rounding::up,           Rounding::down,
    Rounding::away,         Rounding::odd};
inline constexpr std::array kTestedFormats = {fp64, fp32, fp16, bf16, e4m3fn, e5m2};

inline std::string mode_name(Rounding mode) {
  return std::string(word_of(mode, rounding_words()));
}

// Equal bit for bit, NaNs included.
inline testing::AssertionResult same_bits(double expected, double actual) {
  const auto e = std::bit_cast<std::uint64_t>(expected);
  const auto a = std::bit_cast<std::uint64_t>(actual);
  if (e == a) return testing::AssertionSuccess();
  std::ostringstream text;
  text << "expected " << hex_float(expected) << " (" << std::hex << e << "), got "
       << hex_float(actual) << " (" << a << ")";
  return testing::AssertionFailure() << text.str();
}

// Any bit pattern of a finite number: all exponents, subnormals, both signs.
inline double any_finite(std::mt19937_64& random) {
  for (;;) {
    const double x = std::bit_cast<double>(random());
    if (x - x == 0) return x;
  }
}

// A random significand and sign, an exponent of [low, high].
inline double with_exponent(std::mt19937_64& random, int low, int high) {
  const std::uint64_t field =
      1023 +
      static_cast<std::uint64_t>(std::uniform_int_distribution(low, high)(random));
  return std::bit_cast<double>((random() & 0x800FFFFFFFFFFFFF) | field << 52);
}

}  // namespace halfulp
