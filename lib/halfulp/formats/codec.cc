#include "halfulp/formats/codec.h"

#include <optional>
#include <stdexcept>
#include <string>

#include "halfulp/base/text.h"
#include "halfulp/formats/registry.h"
#include "halfulp/formats/tapered.h"

namespace halfulp {
namespace {

std::uint64_t sign_code(const Format& f) { return std::uint64_t{1} << (f.width - 1); }

// |value| / 2^exponent where that is an integer; |value| < 2^(exponent + 64).
std::optional<std::uint64_t> multiple_of(double value, int exponent) {
  const Unpacked u = unpack_magnitude(value);
  const int shift = u.exponent - exponent;
  if (shift >= 0) return u.significand << shift;
  if (shift < -52) return std::nullopt;  // a nonzero significand has at most 53 bits
  const std::uint64_t integer = u.significand >> -shift;
  if (integer << -shift != u.significand) return std::nullopt;
  return integer;
}

double decode_twos_complement(std::uint64_t code, const Format& f) {
  const bool negative = (code & sign_code(f)) != 0;
  const std::uint64_t magnitude =
      negative ? (std::uint64_t{1} << f.width) - code : code;
  return with_sign(pack_magnitude(magnitude, f.emin - f.fraction_bits()), negative);
}

std::optional<std::uint64_t> encode_twos_complement(double value, const Format& f) {
  const double limit = sign_bit(value) ? f.lowest() : f.max();
  if (magnitude_bits(value) > magnitude_bits(limit)) return std::nullopt;
  const auto magnitude = multiple_of(value, f.emin - f.fraction_bits());
  if (!magnitude || !sign_bit(value)) return magnitude;
  return (std::uint64_t{1} << f.width) - *magnitude;
}

double decode_sign_magnitude(std::uint64_t code, const Format& f) {
  if (f.specials != Specials::ieee && f.has_nan() && code == f.nan_code()) {
    return kQuietNan;
  }
  const bool negative = f.has_sign && (code & sign_code(f)) != 0;
  const std::uint64_t magnitude = code & f.top_code();
  if (magnitude <= f.max_code())
    return with_sign(f.magnitude_of_code(magnitude), negative);
  if (f.has_infinity() && magnitude == f.infinity_code())
    return with_sign(kPositiveInfinity, negative);
  if (f.specials != Specials::ieee) return with_sign(kQuietNan, negative);
  if (magnitude < f.infinity_code()) {
    throw std::invalid_argument("code " + hex(code) + " stands for no number of " +
                                std::string(f.name.view()) +
                                ", whose exponent field is wider than emax needs");
  }
  const std::uint64_t payload = magnitude - f.infinity_code();
  return with_sign(
      from_bits(bits_of(kPositiveInfinity) | payload << (53 - f.precision)), negative);
}

// The code of a nonzero finite magnitude among those of one sign.
std::optional<std::uint64_t> magnitude_code(double magnitude, const Format& f) {
  if (bits_of(magnitude) > bits_of(f.max()) ||
      bits_of(magnitude) < bits_of(f.smallest())) {
    return std::nullopt;
  }
  const Unpacked u = unpack_magnitude(magnitude);
  const int e = floor_log2(u.significand, u.exponent);
  const auto significand = multiple_of(magnitude, f.quantum_exponent(e));
  if (!significand || e < f.emin) return significand;
  const auto field =
      static_cast<std::uint64_t>(e - f.emin) + (f.has_subnormals ? 1 : 0);
  const std::uint64_t implicit = std::uint64_t{1} << f.fraction_bits();
  return (field << f.fraction_bits()) | (*significand - implicit);
}

std::optional<std::uint64_t> code_of_nan(double value, const Format& f) {
  if (!f.has_nan()) return std::nullopt;
  const bool negative = f.has_signed_nan() && sign_bit(value);
  const std::uint64_t sign = negative ? sign_code(f) : 0;
  if (f.specials != Specials::ieee) return sign | f.nan_code();
  const std::uint64_t fraction = bits_of(value) & kFractionMask;
  const std::uint64_t payload = fraction >> (53 - f.precision);
  const bool fits = payload << (53 - f.precision) == fraction;
  return sign | (fits ? f.infinity_code() | payload : f.nan_code());
}

std::optional<std::uint64_t> try_encode(double value, const Format& f) {
  if (is_not_a_number(value)) return code_of_nan(value, f);
  if (is_zero(value) && sign_bit(value) && !f.has_minus_zero()) return std::nullopt;
  if (f.encoding == Encoding::tapered) return encode_tapered(value);
  if (sign_bit(value) && !f.has_sign) return std::nullopt;

  const std::uint64_t sign = sign_bit(value) ? sign_code(f) : 0;
  if (is_infinite(value)) {
    return f.has_infinity() ? std::optional(sign | f.infinity_code()) : std::nullopt;
  }
  if (is_zero(value)) return f.has_zero ? std::optional(sign) : std::nullopt;
  if (f.encoding == Encoding::twos_complement) return encode_twos_complement(value, f);
  const auto code = magnitude_code(with_sign(value, false), f);
  return code ? std::optional(sign | *code) : std::nullopt;
}

// Whether the gaps between numbers of `outer` are nowhere wider than those of `inner`.
// Both grow with the exponent, first by none, then by one a binade, so it is enough to look
// at the ends; but not for a tapered format.
bool is_as_fine(const Format& outer, const Format& inner) {
  const Unpacked least = unpack_magnitude(inner.smallest());
  const int bottom = floor_log2(least.significand, least.exponent);
  // A power of two that is the largest number has no neighbour above it in its binade.
  const bool alone = bits_of(inner.max()) == bits_of(power_of_two(inner.emax));
  const int top = std::max(bottom, inner.emax - (alone ? 1 : 0));
  const bool tapered =
      outer.encoding == Encoding::tapered || inner.encoding == Encoding::tapered;
  const int step = tapered ? 1 : std::max(1, top - bottom);
  for (int e = bottom; e <= top; e += step) {
    if (outer.quantum_exponent(e) > inner.quantum_exponent(e)) return false;
  }
  return true;
}

}  // namespace

double decode(std::uint64_t code, const Format& format) {
  require_valid(format);
  if (format.width < 64 && code >> format.width != 0) {
    throw std::invalid_argument("code " + hex(code) + " is wider than the " +
                                std::to_string(format.width) + " bits of " +
                                std::string(format.name.view()));
  }
  switch (format.encoding) {
    case Encoding::tapered:
      return decode_tapered(code);
    case Encoding::twos_complement:
      return decode_twos_complement(code, format);
    case Encoding::sign_magnitude:
      break;
  }
  return decode_sign_magnitude(code, format);
}

std::uint64_t encode(double value, const Format& format) {
  if (const auto code = try_encode(value, require_valid(format))) return *code;
  throw std::invalid_argument(shortest(value) + " is not a number of " +
                              std::string(format.name.view()) + "; round it first");
}

bool holds(const Format& format, double value) {
  return try_encode(value, require_valid(format)).has_value();
}

bool holds_all_of(const Format& outer, const Format& inner) {
  require_valid(outer);
  require_valid(inner);
  if (inner.has_infinity() && !outer.has_infinity()) return false;
  if (inner.has_nan() && !outer.has_nan()) return false;
  if (inner.has_minus_zero() && !outer.has_minus_zero()) return false;
  if (inner.has_sign && !outer.has_sign) return false;
  if (inner.has_zero && !outer.has_zero) return false;
  for (double end : {inner.smallest(), inner.max(), inner.lowest()}) {
    if (!try_encode(end, outer)) return false;
  }
  return is_as_fine(outer, inner);
}

}  // namespace halfulp
