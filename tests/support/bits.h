#pragma once

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <cstdio>
#include <string>

namespace halfulp::testing {

inline std::uint64_t bits(double x) { return std::bit_cast<std::uint64_t>(x); }
inline std::uint32_t bits(float x) { return std::bit_cast<std::uint32_t>(x); }

inline std::string show(double x) {
  char text[64];
  std::snprintf(text, sizeof text, "%a (bits 0x%016llX)", x,
                static_cast<unsigned long long>(bits(x)));
  return text;
}

inline std::string show(float x) {
  char text[64];
  std::snprintf(text, sizeof text, "%a (bits 0x%08X)", static_cast<double>(x), bits(x));
  return text;
}

// Equality of bit patterns: tells -0 from 0 and one NaN from another.
template <class Float>
::testing::AssertionResult same_bits(Float computed, Float expected) {
  if (bits(computed) == bits(expected)) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure()
         << "computed " << show(computed) << ", expected " << show(expected);
}

#define EXPECT_SAME_BITS(computed, expected) \
  EXPECT_TRUE(::halfulp::testing::same_bits(computed, expected))

}  // namespace halfulp::testing
