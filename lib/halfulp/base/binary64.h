#pragma once

#include <bit>
#include <cstdint>

#include "halfulp/base/compiler_checks.h"

namespace halfulp {

// Binary64 taken apart and put together by integer arithmetic only: exact, constexpr, and
// the same whatever the floating-point environment.

// A finite magnitude as significand * 2^exponent, significand < 2^53.
struct Unpacked {
  std::uint64_t significand;
  int exponent;
};

inline constexpr std::uint64_t kSignBit = std::uint64_t{1} << 63;
inline constexpr std::uint64_t kFractionMask = (std::uint64_t{1} << 52) - 1;

constexpr std::uint64_t bits_of(double x) { return std::bit_cast<std::uint64_t>(x); }
constexpr double from_bits(std::uint64_t bits) { return std::bit_cast<double>(bits); }
constexpr std::uint64_t magnitude_bits(double x) { return bits_of(x) & ~kSignBit; }

inline constexpr double kPositiveInfinity = from_bits(0x7FF0000000000000);
// The canonical NaN: positive, quiet, without payload.
inline constexpr double kQuietNan = from_bits(0x7FF8000000000000);

constexpr bool sign_bit(double x) { return (bits_of(x) & kSignBit) != 0; }
constexpr bool is_infinite(double x) {
  return magnitude_bits(x) == bits_of(kPositiveInfinity);
}
constexpr bool is_not_a_number(double x) {
  return magnitude_bits(x) > bits_of(kPositiveInfinity);
}
constexpr bool is_zero(double x) { return magnitude_bits(x) == 0; }

// |x| = significand * 2^exponent; x finite.
constexpr Unpacked unpack_magnitude(double x) {
  const std::uint64_t bits = magnitude_bits(x);
  const int field = static_cast<int>(bits >> 52);
  const std::uint64_t fraction = bits & kFractionMask;
  if (field == 0) return {fraction, -1074};
  return {fraction | (std::uint64_t{1} << 52), field - 1075};
}

// Less than the exponent of every nonzero binary64 number.
inline constexpr int kBelowAllExponents = -1075;

// floor(log2(significand * 2^exponent)); significand > 0.
constexpr int floor_log2(std::uint64_t significand, int exponent) {
  return 63 - std::countl_zero(significand) + exponent;
}

// significand * 2^exponent, which must be a binary64 number or exceed them all: then the
// result is an infinity.
constexpr double pack_magnitude(std::uint64_t significand, int exponent) {
  if (significand == 0) return 0.0;
  const int top = floor_log2(significand, exponent);
  if (top > 1023) return kPositiveInfinity;
  const int least = top < -1022 ? -1074 : top - 52;  // exponent of the last place
  const int shift = exponent - least;
  const std::uint64_t integer =
      shift >= 0 ? significand << shift : significand >> -shift;
  if (top < -1022) return from_bits(integer);
  return from_bits((static_cast<std::uint64_t>(top + 1023) << 52) |
                   (integer & kFractionMask));
}

// |magnitude|, negated if `negative`; NaNs too.
constexpr double with_sign(double magnitude, bool negative) {
  return from_bits(magnitude_bits(magnitude) | (negative ? kSignBit : 0));
}

// Binary32 as binary64, NaN payloads included (signalling NaNs stay signalling).
constexpr double widen(float x) {
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(x);
  const bool negative = bits >> 31 != 0;
  const std::uint64_t field = bits >> 23 & 0xFF;
  const std::uint64_t fraction = bits & 0x7FFFFF;
  if (field == 0xFF)
    return with_sign(from_bits(bits_of(kPositiveInfinity) | fraction << 29), negative);
  if (field == 0) return with_sign(pack_magnitude(fraction, -149), negative);
  return with_sign(pack_magnitude(fraction | 0x800000, static_cast<int>(field) - 150),
                   negative);
}

// The inverse of widen: x must be a number of binary32, an infinity or a NaN. A NaN keeps the
// leading bits of its payload; if none of them is set, it becomes the canonical NaN.
constexpr float narrow_exactly(double x) {
  const std::uint32_t sign = sign_bit(x) ? 0x80000000 : 0;
  const auto fraction = static_cast<std::uint32_t>((bits_of(x) & kFractionMask) >> 29);
  const int exponent = static_cast<int>(magnitude_bits(x) >> 52) - 1023;
  std::uint32_t magnitude = 0;
  if (is_not_a_number(x)) {
    magnitude = 0x7F800000 | (fraction != 0 ? fraction : 0x400000);
  } else if (is_infinite(x)) {
    magnitude = 0x7F800000;
  } else if (exponent >= -126) {
    magnitude = static_cast<std::uint32_t>(exponent + 127) << 23 | fraction;
  } else if (exponent >= -149) {
    magnitude = (fraction | 0x800000) >> (-126 - exponent);
  }
  return std::bit_cast<float>(sign | magnitude);
}

// 2^exponent, an infinity beyond binary64; exponent >= -1074.
constexpr double power_of_two(int exponent) { return pack_magnitude(1, exponent); }

}  // namespace halfulp
