#include "halfulp/rounding/quotient.h"

#include <bit>

namespace halfulp {
namespace {

__extension__ using Wide = unsigned __int128;  // not ISO C++, in every 64-bit compiler

// The same magnitude with its leading bit at bit 63; significand > 0.
Unpacked normalised(Unpacked u) {
  const int shift = std::countl_zero(u.significand);
  return {u.significand << shift, u.exponent - shift};
}

// The same magnitude with an odd significand; significand > 0.
Unpacked odd(Unpacked u) {
  const int shift = std::countr_zero(u.significand);
  return {u.significand >> shift, u.exponent + shift};
}

}  // namespace

Real quotient(double x, double y) {
  const bool negative = sign_bit(x) != sign_bit(y);
  if (is_zero(x)) return {negative, 0, 0, false};
  const Unpacked n = normalised(unpack_magnitude(x));
  const Unpacked d = normalised(unpack_magnitude(y));
  const Wide numerator = Wide{n.significand} << 63;  // the quotient has 63 or 64 bits
  return {negative, static_cast<std::uint64_t>(numerator / d.significand),
          n.exponent - 63 - d.exponent, numerator % d.significand != 0};
}

Real product(double x, double y) {
  const bool negative = sign_bit(x) != sign_bit(y);
  if (is_zero(x) || is_zero(y)) return {negative, 0, 0, false};
  const Unpacked a = normalised(unpack_magnitude(x));
  const Unpacked b = normalised(unpack_magnitude(y));
  const Wide whole = Wide{a.significand} * b.significand;  // 127 or 128 bits
  return {negative, static_cast<std::uint64_t>(whole >> 64),
          a.exponent + b.exponent + 64, static_cast<std::uint64_t>(whole) != 0};
}

double exact_product(double x, double y) {
  const bool negative = sign_bit(x) != sign_bit(y);
  if (is_zero(x) || is_zero(y)) return with_sign(0.0, negative);
  const Unpacked a = odd(unpack_magnitude(x));
  const Unpacked b = odd(unpack_magnitude(y));
  const double magnitude =
      pack_magnitude(a.significand * b.significand, a.exponent + b.exponent);
  return with_sign(magnitude, negative);
}

}  // namespace halfulp
