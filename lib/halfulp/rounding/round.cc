#include "halfulp/rounding/round.h"

#include <bit>
#include <stdexcept>
#include <string>

#include "halfulp/formats/codec.h"
#include "halfulp/formats/named_formats.h"
#include "halfulp/formats/registry.h"

namespace halfulp {
namespace {

constexpr double kInfinity = from_bits(0x7FF0000000000000);
constexpr double kNan = from_bits(0x7FF8000000000000);

// Where a magnitude lies between its two neighbours in the format.
enum class Discarded { nothing, below_half, half, above_half };

struct Neighbours {
  double lower;  // towards zero; x itself where nothing is discarded
  double upper;
  bool lower_is_odd;
  Discarded discarded;
};

// The sign of |x| - y; x and y not zero.
int compare_magnitude(const Real& x, double y) {
  const Unpacked u = unpack_magnitude(y);
  const int x_top = floor_log2(x.significand, x.exponent);
  const int y_top = floor_log2(u.significand, u.exponent);
  if (x_top != y_top) return x_top < y_top ? -1 : 1;
  const std::uint64_t x_aligned = x.significand << std::countl_zero(x.significand);
  const std::uint64_t y_aligned = u.significand << std::countl_zero(u.significand);
  if (x_aligned != y_aligned) return x_aligned < y_aligned ? -1 : 1;
  return x.sticky ? 1 : 0;
}

Discarded discarded(std::uint64_t rest, std::uint64_t half, bool sticky) {
  if (rest == 0 && !sticky) return Discarded::nothing;
  if (rest < half) return Discarded::below_half;
  return rest == half && !sticky ? Discarded::half : Discarded::above_half;
}

// Is the code of significand * 2^exponent odd? With one bit of precision every significand
// is 1 and the codes alternate with the exponent.
bool is_odd(std::uint64_t significand, int exponent, const Format& f) {
  if (f.precision > 1 || significand == 0) return (significand & 1) != 0;
  return ((exponent - f.emin + (f.has_zero ? 1 : 0)) & 1) != 0;
}

// Neighbours among the multiples of the quantum of x, as if emax were unbounded.
Neighbours neighbours_on_grid(const Real& x, int quantum_exponent, const Format& f) {
  const int shift = quantum_exponent - x.exponent;
  std::uint64_t lower = 0;
  Discarded part = Discarded::below_half;
  if (shift <= 0) {
    lower = x.significand << -shift;
    part = Discarded::nothing;
  } else if (shift <= 64) {
    const std::uint64_t half = std::uint64_t{1} << (shift - 1);
    lower = shift == 64 ? 0 : x.significand >> shift;
    part = discarded(x.significand & (half | (half - 1)), half, x.sticky);
  }
  return {pack_magnitude(lower, quantum_exponent),
          pack_magnitude(lower + 1, quantum_exponent),
          is_odd(lower, quantum_exponent, f), part};
}

Neighbours neighbours_of(const Real& x, const Format& f) {
  const double smallest = f.smallest();
  if (!f.has_subnormals && compare_magnitude(x, smallest) < 0) {
    if (!f.has_zero) return {smallest, smallest, false, Discarded::nothing};
    const int side =
        compare_magnitude(x, pack_magnitude(unpack_magnitude(smallest).significand,
                                            unpack_magnitude(smallest).exponent - 1));
    return {0.0, smallest, false,
            side < 0    ? Discarded::below_half
            : side == 0 ? Discarded::half
                        : Discarded::above_half};
  }
  return neighbours_on_grid(
      x, f.quantum_exponent(floor_log2(x.significand, x.exponent)), f);
}

bool takes_upper(const Neighbours& n, bool negative, Rounding mode) {
  if (n.discarded == Discarded::nothing) return false;
  switch (mode) {
    case Rounding::nearest_even:
      return n.discarded == Discarded::above_half ||
             (n.discarded == Discarded::half && n.lower_is_odd);
    case Rounding::nearest_away:
      return n.discarded != Discarded::below_half;
    case Rounding::toward_zero:
      return false;
    case Rounding::up:
      return !negative;
    case Rounding::down:
      return negative;
    case Rounding::odd:
      return !n.lower_is_odd;
  }
  return false;
}

// The rule keeps a finite number that is too large, or infinity rounded down, finite.
bool overflows_to_finite(bool negative, const RoundingRule& rule) {
  if (rule.overflow == Overflow::saturate_finite ||
      rule.overflow == Overflow::saturate_propagate) {
    return true;
  }
  switch (rule.mode) {
    case Rounding::toward_zero:
      return true;
    case Rounding::up:
      return negative;
    case Rounding::down:
      return !negative;
    case Rounding::odd:
      return rule.overflow == Overflow::ieee;
    case Rounding::nearest_even:
    case Rounding::nearest_away:
      break;
  }
  return false;
}

double overflow_result(bool negative, const Format& f, const RoundingRule& rule) {
  const double limit = negative ? f.lowest() : f.max();
  if (overflows_to_finite(negative, rule)) return limit;
  if (f.has_infinity() && (f.has_sign || !negative))
    return with_sign(kInfinity, negative);
  if (f.has_nan()) return with_sign(kNan, negative && f.has_sign);
  return limit;
}

double zero_result(bool negative, const Format& f, const RoundingRule& rule) {
  if (f.has_zero) return with_sign(0.0, negative && f.has_minus_zero());
  // An exact zero lies below an unsigned format without zero.
  return overflow_result(true, f, rule);
}

double infinity_result(bool negative, const Format& f, const RoundingRule& rule) {
  const double limit = negative ? f.lowest() : f.max();
  if (rule.overflow == Overflow::saturate_finite) return limit;
  if (f.has_infinity() && (f.has_sign || !negative))
    return with_sign(kInfinity, negative);
  if (rule.overflow == Overflow::saturate_propagate) return limit;
  require_infinity_rule(f, rule);
  if (rule.inf_input == InfInput::max) return limit;
  return with_sign(kNan, negative && f.has_sign);
}

double nan_result(double x, const Format& f, const RoundingRule& rule) {
  require_nan_rule(f, rule);
  const bool own_sign = f.has_sign && f.nan_code() <= f.top_code();
  const bool negative = sign_bit(x) && own_sign;
  if (rule.nan == NanRule::canonical || f.specials != Specials::ieee) {
    return with_sign(kNan, negative);
  }
  const std::uint64_t payload_bits = kFractionMask >> (53 - f.precision)
                                                          << (53 - f.precision);
  const std::uint64_t payload = bits_of(x) & payload_bits;
  return from_bits(bits_of(with_sign(kNan, negative)) | payload);
}

bool is_subnormal(double magnitude, const Format& f) {
  return f.has_subnormals && f.encoding != Encoding::twos_complement &&
         !is_zero(magnitude) && bits_of(magnitude) < bits_of(power_of_two(f.emin));
}

bool exceeds(double magnitude, bool negative, const Format& f) {
  if (negative && !f.has_sign) return !is_zero(magnitude);
  return bits_of(magnitude) > magnitude_bits(negative ? f.lowest() : f.max());
}

double round_finite(const Real& x, const Format& f, const RoundingRule& rule) {
  if (x.significand == 0) return zero_result(x.negative, f, rule);

  const Neighbours n = neighbours_of(x, f);
  if (rule.flushes_input() && compare_magnitude(x, power_of_two(f.emin)) < 0 &&
      is_subnormal(f.smallest(), f)) {
    return zero_result(x.negative, f, rule);
  }
  const double magnitude = takes_upper(n, x.negative, rule.mode) ? n.upper : n.lower;
  if (rule.flushes_output() && is_subnormal(magnitude, f)) {
    return zero_result(x.negative, f, rule);
  }
  if (is_zero(magnitude)) return zero_result(x.negative, f, rule);
  if (exceeds(magnitude, x.negative, f)) return overflow_result(x.negative, f, rule);
  return with_sign(magnitude, x.negative);
}

}  // namespace

double round(const Real& x, const Format& format, const RoundingRule& rule) {
  return round_finite(x, require_valid(format), rule);
}

double round(double x, const Format& format, const RoundingRule& rule) {
  require_valid(format);
  if (is_not_a_number(x)) return nan_result(x, format, rule);
  if (is_infinite(x)) return infinity_result(sign_bit(x), format, rule);
  const Unpacked u = unpack_magnitude(x);
  return round_finite({sign_bit(x), u.significand, u.exponent, false}, format, rule);
}

float round(float x, const Format& format, const RoundingRule& rule) {
  if (!holds_all_of(fp32, format)) {
    throw std::invalid_argument("binary32 does not hold every number of " +
                                std::string(format.name.view()) +
                                "; use binary64 storage");
  }
  return narrow_exactly(round(widen(x), format, rule));
}

void require_infinity_rule(const Format& format, const RoundingRule& rule) {
  if (format.has_infinity() || rule.overflow == Overflow::saturate_finite ||
      rule.overflow == Overflow::saturate_propagate ||
      rule.inf_input == InfInput::max) {
    return;
  }
  const std::string name(format.name.view());
  if (rule.inf_input == InfInput::error) {
    throw std::invalid_argument("an infinite input met inf_input='error': " + name +
                                " has no infinity");
  }
  if (!format.has_nan()) {
    throw std::invalid_argument(
        "an infinite input has no image in " + name +
        ", which has neither infinity nor NaN; pass inf_input='max' or "
        "overflow='saturate_finite'");
  }
}

void require_nan_rule(const Format& format, const RoundingRule& rule) {
  if (format.has_nan() && rule.nan != NanRule::error) return;
  throw std::invalid_argument(rule.nan == NanRule::error
                                  ? "a NaN input met nan='error'"
                                  : "a NaN input has no image in " +
                                        std::string(format.name.view()) +
                                        ", which has no NaN; replace the NaNs first");
}

}  // namespace halfulp
