#include "halfulp/formats/tapered.h"

#include "halfulp/base/binary64.h"

namespace halfulp {
namespace {

// The exponent, sign and magnitude, with a leading one of the magnitude that is not stored.
int exponent_of_field(int field, int bits) {
  if (bits == 0) return 0;
  const int sign = 1 << (bits - 1);
  const int magnitude = sign | (field & (sign - 1));
  return (field & sign) != 0 ? -magnitude : magnitude;
}

}  // namespace

double decode_tapered(std::uint64_t code) {
  const bool negative = (code & 0x80) != 0;
  const int low = static_cast<int>(code & 0x7F);
  if (code == 0x80) return kQuietNan;
  if (low == 0x6F) return with_sign(kPositiveInfinity, negative);
  if (low == 0) return 0.0;
  if (low < 8) return with_sign(power_of_two(low - 23), negative);  // denormals

  // Prefixes 11, 10, 01, 001, 0001.
  const int exponent_bits = low >= 0x60   ? 4
                            : low >= 0x40 ? 3
                            : low >= 0x20 ? 2
                            : low >= 0x10 ? 1
                                          : 0;
  const int fraction_bits = exponent_bits == 4 ? 1 : exponent_bits == 3 ? 2 : 3;
  const int exponent = exponent_of_field(
      low >> fraction_bits & ((1 << exponent_bits) - 1), exponent_bits);
  const int implicit = 1 << fraction_bits;
  const int significand = implicit | (low & (implicit - 1));
  return with_sign(
      pack_magnitude(static_cast<std::uint64_t>(significand), exponent - fraction_bits),
      negative);
}

std::optional<std::uint64_t> encode_tapered(double value) {
  // 256 codes: searching them needs no second description of the encoding.
  for (std::uint64_t code = 0; code < 256; ++code) {
    if (bits_of(decode_tapered(code)) == bits_of(value)) return code;
  }
  return std::nullopt;
}

}  // namespace halfulp
