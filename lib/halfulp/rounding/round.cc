#include "halfulp/rounding/round.h"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <string>

#include "halfulp/formats/codec.h"
#include "halfulp/formats/named_formats.h"
#include "halfulp/formats/registry.h"
#include "halfulp/rounding/discarded.h"
#include "halfulp/rounding/out_of_range.h"

namespace halfulp {
namespace {

// The numbers next to a magnitude, as if the format had no largest one.
struct Neighbours {
  double lower;  // towards zero; the magnitude itself where nothing is discarded
  double upper;
  bool lower_is_odd;
  Discarded discarded;  // in units of the gap
};

// The sign of |x| - y; x and y not zero, x without sticky or longer than y.
int compare_magnitude(const Real& x, const Unpacked& y) {
  const int x_top = floor_log2(x.significand, x.exponent);
  const int y_top = floor_log2(y.significand, y.exponent);
  if (x_top != y_top) return x_top < y_top ? -1 : 1;
  const std::uint64_t x_aligned = x.significand << std::countl_zero(x.significand);
  const std::uint64_t y_aligned = y.significand << std::countl_zero(y.significand);
  if (x_aligned != y_aligned) return x_aligned < y_aligned ? -1 : 1;
  return x.sticky ? 1 : 0;
}

// Whether the code of significand * 2^exponent, a number of the format, is odd.
bool has_odd_code(std::uint64_t significand, int exponent, const Format& f) {
  if (significand != 1) return (significand & 1) != 0;
  // One bit: the smallest number, or one of precision 1, where codes count the binades.
  const int least = f.quantum_exponent(kBelowAllExponents);
  return ((exponent - least + (f.has_zero ? 1 : 0)) & 1) != 0;
}

// Neighbours among the multiples of 2^quantum_exponent.
Neighbours neighbours_on_grid(const Real& x, int quantum_exponent, const Format& f) {
  const int shift = quantum_exponent - x.exponent;
  std::uint64_t lower = 0;
  std::uint64_t rest = 0;
  if (shift <= 0) {
    lower = x.significand << -shift;
  } else if (shift < 64) {
    lower = x.significand >> shift;
    rest = x.significand & ((std::uint64_t{1} << shift) - 1);
  } else {
    rest = x.significand;
  }
  return {pack_magnitude(lower, quantum_exponent),
          pack_magnitude(lower + 1, quantum_exponent),
          has_odd_code(lower, quantum_exponent, f),
          shift <= 0 ? Discarded{} : discarded_bits(rest, shift, x.sticky)};
}

// Neighbours of a magnitude below the smallest number of a format without subnormals.
Neighbours neighbours_below_smallest(const Real& x, const Format& f) {
  const double smallest = f.smallest();
  if (!f.has_zero) return {smallest, smallest, false, {}};
  const Unpacked y = unpack_magnitude(smallest);
  return {0.0, smallest, false,
          discarded_quotient(x.significand, x.exponent, y.significand, y.exponent,
                             x.sticky)};
}

Neighbours neighbours_of(const Real& x, const Format& f) {
  if (!f.has_subnormals && compare_magnitude(x, unpack_magnitude(f.smallest())) < 0) {
    return neighbours_below_smallest(x, f);
  }
  const int e = floor_log2(x.significand, x.exponent);
  return neighbours_on_grid(x, f.quantum_exponent(e), f);
}

bool is_flushed_input(const Real& x, const Format& f, const RoundingRule& rule) {
  return rule.flushes_input() && f.has_subnormal_numbers() &&
         compare_magnitude(x, unpack_magnitude(f.smallest_normal())) < 0;
}

bool is_flushed_output(double magnitude, const Format& f, const RoundingRule& rule) {
  return rule.flushes_output() && f.has_subnormal_numbers() &&
         bits_of(magnitude) < bits_of(f.smallest_normal());
}

// Whether the format ends before the magnitude, on the side of its sign.
bool exceeds(double magnitude, bool negative, const Format& f) {
  if (negative && !f.has_sign) return !is_zero(magnitude);
  return bits_of(magnitude) > magnitude_bits(negative ? f.lowest() : f.max());
}

double signed_zero(bool negative, const Format& f, const RoundingRule& rule) {
  if (f.has_zero) return with_sign(0.0, negative && f.has_minus_zero());
  return out_of_range(true, f, rule);  // all numbers of the format are above it
}

double round_finite(const Real& x, const Format& f, const RoundingRule& rule,
                    std::uint32_t random) {
  if (x.significand == 0) return signed_zero(x.negative, f, rule);
  if (is_flushed_input(x, f, rule)) return signed_zero(x.negative, f, rule);

  const Neighbours n = neighbours_of(x, f);
  const bool upward =
      takes_upper(n.discarded, n.lower_is_odd, x.negative, rule, random);
  const double magnitude = upward ? n.upper : n.lower;
  if (is_zero(magnitude) || is_flushed_output(magnitude, f, rule)) {
    return signed_zero(x.negative, f, rule);
  }
  if (exceeds(magnitude, x.negative, f)) return out_of_range(x.negative, f, rule);
  return with_sign(magnitude, x.negative);
}

void require_enough_bits(const Real& x, const Format& f, const RoundingRule& rule) {
  const int bits = static_cast<int>(std::bit_width(x.significand));
  const bool compares = is_stochastic(rule.mode);
  const int needed = f.precision + (compares ? rule.random_bits : 0) + 1;
  if (!x.sticky || bits >= needed) return;
  throw std::invalid_argument(
      "a sticky number needs a significand of precision + " +
      std::string(compares ? "random_bits + 1 = " : "1 = ") + std::to_string(needed) +
      " bits or more to be rounded to " + std::string(f.name.view()) + ", got " +
      std::to_string(bits));
}

}  // namespace

double round(const Real& x, const Format& format, const RoundingRule& rule,
             std::uint32_t random) {
  require_valid(format);
  require_valid(rule);
  require_enough_bits(x, format, rule);
  // No format has exponents beyond these: all numbers out there round alike.
  Real near = x;
  near.exponent = std::clamp(x.exponent, -10000, 10000);
  return round_finite(near, format, rule, random);
}

double round(double x, const Format& format, const RoundingRule& rule,
             std::uint32_t random) {
  require_valid(format);
  require_valid(rule);
  if (is_not_a_number(x)) return round_nan(x, format, rule);
  if (is_infinite(x)) return round_infinity(sign_bit(x), format, rule);
  const Unpacked u = unpack_magnitude(x);
  return round_finite({sign_bit(x), u.significand, u.exponent, false}, format, rule,
                      random);
}

float round(float x, const Format& format, const RoundingRule& rule,
            std::uint32_t random) {
  if (!holds_all_of(fp32, format)) {
    throw std::invalid_argument("binary32 does not hold every number of " +
                                std::string(format.name.view()) +
                                "; use binary64 storage");
  }
  return narrow_exactly(round(widen(x), format, rule, random));
}

double round(const Real& x, const Format& format, const RoundingRule& rule) {
  require_deterministic(rule);
  return round(x, format, rule, 0);
}

double round(double x, const Format& format, const RoundingRule& rule) {
  require_deterministic(rule);
  return round(x, format, rule, 0);
}

float round(float x, const Format& format, const RoundingRule& rule) {
  require_deterministic(rule);
  return round(x, format, rule, 0);
}

}  // namespace halfulp
