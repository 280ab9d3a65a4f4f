#include "halfulp/formats/codec.h"

#include <optional>
#include <stdexcept>
#include <string>

#include "halfulp/base/text.h"

namespace halfulp {
namespace {

constexpr double kInfinity = from_bits(0x7FF0000000000000);
constexpr double kNan = from_bits(0x7FF8000000000000);

std::uint64_t sign_code(const Format& f) { return std::uint64_t{1} << (f.width - 1); }

// HiFloat8: a prefix code ("dot") gives the number of exponent bits, the exponent is
// sign-magnitude with a hidden leading one, and the fraction has what is left of 7 bits.
// Source: arXiv 2409.16626, section 2.
double decode_tapered(std::uint64_t code, const Format& f) {
  const bool negative = (code & 0x80) != 0;
  const int low = static_cast<int>(code & 0x7F);
  if (code == f.nan_code()) return kNan;
  if (low == 0x6F) return with_sign(kInfinity, negative);
  if (low < 8) return low == 0 ? 0.0 : with_sign(power_of_two(low - 23), negative);
  const int dot = low >= 0x60   ? 4
                  : low >= 0x40 ? 3
                  : low >= 0x20 ? 2
                  : low >= 0x10 ? 1
                                : 0;
  const int fraction_bits = dot == 4 ? 1 : dot == 3 ? 2 : 3;
  const int exponent_code = (low >> fraction_bits) & ((1 << dot) - 1);
  int exponent = 0;
  if (dot > 0) {
    const int half = 1 << (dot - 1);
    const int size = half | (exponent_code & (half - 1));
    exponent = (exponent_code & half) != 0 ? -size : size;
  }
  const std::uint64_t fraction =
      static_cast<std::uint64_t>(low & ((1 << fraction_bits) - 1));
  const std::uint64_t significand = (std::uint64_t{1} << fraction_bits) | fraction;
  return with_sign(pack_magnitude(significand, exponent - fraction_bits), negative);
}

std::optional<std::uint64_t> encode_tapered(double value, const Format& f) {
  // 256 codes: searching them needs no second description of the encoding.
  for (std::uint64_t code = 0; code < 256; ++code) {
    if (bits_of(decode_tapered(code, f)) == bits_of(value)) return code;
  }
  return std::nullopt;
}

double decode_twos_complement(std::uint64_t code, const Format& f) {
  const bool negative = (code & sign_code(f)) != 0;
  const std::uint64_t magnitude =
      negative ? (std::uint64_t{1} << f.width) - code : code;
  return with_sign(pack_magnitude(magnitude, f.emin - f.precision + 1), negative);
}

std::optional<std::uint64_t> encode_twos_complement(double value, const Format& f) {
  const Unpacked u = unpack_magnitude(value);
  if (u.significand == 0) return 0;
  const double limit = sign_bit(value) ? f.lowest() : f.max();
  if (magnitude_bits(value) > magnitude_bits(limit)) return std::nullopt;
  const int shift = u.exponent - (f.emin - f.precision + 1);
  if (shift < -52 ||
      (shift < 0 && (u.significand & ((std::uint64_t{1} << -shift) - 1)) != 0)) {
    return std::nullopt;
  }
  const std::uint64_t integer =
      shift < 0 ? u.significand >> -shift : u.significand << shift;
  return sign_bit(value) ? (std::uint64_t{1} << f.width) - integer : integer;
}

// The code of a positive finite number among those of one sign.
std::optional<std::uint64_t> magnitude_code(double magnitude, const Format& f) {
  if (bits_of(magnitude) > bits_of(f.max()) ||
      bits_of(magnitude) < bits_of(f.smallest())) {
    return std::nullopt;
  }
  const Unpacked u = unpack_magnitude(magnitude);
  const int e = floor_log2(u.significand, u.exponent);
  const int shift = u.exponent - f.quantum_exponent(e);
  if (shift < -52 ||
      (shift < 0 && (u.significand & ((std::uint64_t{1} << -shift) - 1)) != 0)) {
    return std::nullopt;
  }
  const std::uint64_t integer =
      shift < 0 ? u.significand >> -shift : u.significand << shift;
  if (e < f.emin) return integer;
  const std::uint64_t field =
      static_cast<std::uint64_t>(e - f.emin) + (f.has_subnormals ? 1 : 0);
  const std::uint64_t implicit = std::uint64_t{1} << f.fraction_bits();
  return (field << f.fraction_bits()) | (integer & (implicit - 1));
}

std::optional<std::uint64_t> code_of_nan(double value, const Format& f) {
  if (!f.has_nan()) return std::nullopt;
  if (f.nan_code() > f.top_code())
    return f.nan_code();  // the code of -0: no sign of its own
  const std::uint64_t sign = f.has_sign && sign_bit(value) ? sign_code(f) : 0;
  if (f.specials != Specials::ieee) return sign | f.nan_code();
  const std::uint64_t payload = (bits_of(value) & kFractionMask) >> (53 - f.precision);
  const bool fits = (payload << (53 - f.precision)) == (bits_of(value) & kFractionMask);
  return sign | (fits ? f.infinity_code() | payload : f.nan_code());
}

std::optional<std::uint64_t> try_encode(double value, const Format& f) {
  if (is_not_a_number(value)) return code_of_nan(value, f);
  if (f.encoding == Encoding::tapered) return encode_tapered(value, f);
  if (sign_bit(value) && !f.has_sign) return std::nullopt;
  if (is_infinite(value)) {
    if (!f.has_infinity()) return std::nullopt;
    return f.infinity_code() | (sign_bit(value) ? sign_code(f) : 0);
  }
  if (is_zero(value)) {
    if (!f.has_zero || (sign_bit(value) && !f.has_minus_zero())) return std::nullopt;
    return sign_bit(value) ? sign_code(f) : 0;
  }
  if (f.encoding == Encoding::twos_complement) return encode_twos_complement(value, f);
  const std::optional<std::uint64_t> code = magnitude_code(with_sign(value, false), f);
  if (!code) return std::nullopt;
  return *code | (sign_bit(value) ? sign_code(f) : 0);
}

}  // namespace

double decode(std::uint64_t code, const Format& f) {
  if (f.width < 64 && code >> f.width != 0) {
    throw std::invalid_argument("code " + hex(code) + " is wider than the " +
                                std::to_string(f.width) + " bits of " +
                                std::string(f.name.view()));
  }
  if (f.encoding == Encoding::tapered) return decode_tapered(code, f);
  if (f.encoding == Encoding::twos_complement) return decode_twos_complement(code, f);

  const bool negative = f.has_sign && (code & sign_code(f)) != 0;
  const std::uint64_t magnitude = code & f.top_code();
  if (f.has_nan() && code == f.nan_code() && f.specials != Specials::ieee) return kNan;
  if (magnitude <= f.max_code())
    return with_sign(f.magnitude_of_code(magnitude), negative);
  if (f.has_infinity() && magnitude == f.infinity_code())
    return with_sign(kInfinity, negative);
  if (f.specials != Specials::ieee) return with_sign(kNan, negative);
  if (magnitude < f.infinity_code()) {
    throw std::invalid_argument("code " + hex(code) + " stands for no number of " +
                                std::string(f.name.view()) +
                                ", whose exponent field is wider than emax needs");
  }
  const std::uint64_t payload = magnitude & ~f.infinity_code();
  return from_bits(bits_of(with_sign(kInfinity, negative)) | payload
                                                                 << (53 - f.precision));
}

std::uint64_t encode(double value, const Format& f) {
  if (const std::optional<std::uint64_t> code = try_encode(value, f)) return *code;
  throw std::invalid_argument(shortest(value) + " is not a number of " +
                              std::string(f.name.view()) + "; round it first");
}

bool holds(const Format& f, double value) { return try_encode(value, f).has_value(); }

bool holds_all_of(const Format& outer, const Format& inner) {
  if (inner.has_infinity() && !outer.has_infinity()) return false;
  if (inner.has_nan() && !outer.has_nan()) return false;
  if (inner.has_minus_zero() && !outer.has_minus_zero()) return false;
  if (inner.has_sign && !outer.has_sign) return false;
  if (inner.has_zero && !outer.has_zero) return false;
  // A finer grid with more exponents at both ends; the gap below emin of `inner` is that of
  // its subnormals, which `outer` must have too.
  return outer.precision >= inner.precision &&
         bits_of(outer.max()) >= bits_of(inner.max()) &&
         magnitude_bits(outer.lowest()) >= magnitude_bits(inner.lowest()) &&
         holds(outer, inner.smallest()) &&
         (outer.encoding == Encoding::sign_magnitude || outer == inner);
}

}  // namespace halfulp
