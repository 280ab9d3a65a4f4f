#include "halfulp/rounding/discarded.h"

namespace halfulp {
namespace {

__extension__ using Wide = unsigned __int128;  // not ISO C++, in every 64-bit compiler

constexpr int kBits = Discarded::kBits;
constexpr std::uint64_t kHalf = std::uint64_t{1} << (kBits - 1);

// The sign of v - 1/2.
int compare_half(const Discarded& v) {
  if (v.leading != kHalf) return v.leading < kHalf ? -1 : 1;
  return v.sticky ? 1 : 0;
}

std::uint64_t floor_of_scaled(const Discarded& v, int bits) {
  return v.leading >> (kBits - bits);
}

// v 2^bits rounded to the nearest integer, ties to even.
std::uint64_t nearest_of_scaled(const Discarded& v, int bits) {
  const int rest_bits = kBits - bits;
  const std::uint64_t floor = v.leading >> rest_bits;
  const std::uint64_t rest = v.leading & ((std::uint64_t{1} << rest_bits) - 1);
  const std::uint64_t half = std::uint64_t{1} << (rest_bits - 1);
  const bool is_odd = (floor & 1) != 0;
  const bool upward = rest > half || (rest == half && (v.sticky || is_odd));
  return upward ? floor + 1 : floor;
}

bool stochastic_takes_upper(const Discarded& v, const RoundingRule& rule,
                            std::uint32_t random) {
  const int n = rule.random_bits;
  const std::uint64_t r = random >> (32 - n);
  const std::uint64_t all = std::uint64_t{1} << n;
  switch (rule.mode) {
    case Rounding::stochastic_a:
      return floor_of_scaled(v, n) + r >= all;
    case Rounding::stochastic_b:
      return floor_of_scaled(v, n + 1) + 2 * r + 1 >= 2 * all;
    case Rounding::stochastic_c:
      return nearest_of_scaled(v, n) + r >= all;
    default:
      return random >> 31 != 0;
  }
}

}  // namespace

Discarded discarded_bits(std::uint64_t rest, int shift, bool sticky) {
  if (shift <= kBits) return {rest << (kBits - shift), sticky};
  if (shift - kBits >= 64) return {0, rest != 0 || sticky};
  const std::uint64_t leading = rest >> (shift - kBits);
  return {leading, sticky || leading << (shift - kBits) != rest};
}

Discarded discarded_quotient(std::uint64_t x_significand, int x_exponent,
                             std::uint64_t y_significand, int y_exponent, bool sticky) {
  const int shift = x_exponent - y_exponent + kBits;
  if (shift <= -64) return {0, true};
  const Wide x = Wide{x_significand} << (shift > 0 ? shift : 0);
  const Wide y = Wide{y_significand} << (shift < 0 ? -shift : 0);
  return {static_cast<std::uint64_t>(x / y), sticky || x % y != 0};
}

bool takes_upper(const Discarded& v, bool lower_is_odd, bool negative,
                 const RoundingRule& rule, std::uint32_t random) {
  if (v.nothing()) return false;
  switch (rule.mode) {
    case Rounding::nearest_even:
      return compare_half(v) > 0 || (compare_half(v) == 0 && lower_is_odd);
    case Rounding::nearest_away:
      return compare_half(v) >= 0;
    case Rounding::nearest_toward_zero:
      return compare_half(v) > 0;
    case Rounding::toward_zero:
      return false;
    case Rounding::up:
      return !negative;
    case Rounding::down:
      return negative;
    case Rounding::away:
      return true;
    case Rounding::odd:
      return !lower_is_odd;
    case Rounding::stochastic_a:
    case Rounding::stochastic_b:
    case Rounding::stochastic_c:
    case Rounding::stochastic_equal:
      return stochastic_takes_upper(v, rule, random);
  }
  return false;
}

}  // namespace halfulp
