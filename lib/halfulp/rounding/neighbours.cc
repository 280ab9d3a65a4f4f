#include "halfulp/rounding/neighbours.h"

#include <algorithm>

#include "halfulp/formats/registry.h"
#include "halfulp/rounding/round.h"

namespace halfulp {
namespace {

// Binary64 bits as integers in the order of the numbers.
std::int64_t order(double x) {
  const auto magnitude = static_cast<std::int64_t>(magnitude_bits(x));
  return sign_bit(x) ? -magnitude : magnitude;
}

// The binary64 number after or before a finite x.
double step(double x, bool upward) {
  if (is_zero(x)) return with_sign(power_of_two(-1074), !upward);
  return from_bits(sign_bit(x) == upward ? bits_of(x) - 1 : bits_of(x) + 1);
}

}  // namespace

double ulp(double x, const Format& format) {
  require_valid(format);
  if (is_not_a_number(x) || is_infinite(x)) return kQuietNan;
  const Unpacked u = unpack_magnitude(x);
  const int e =
      u.significand == 0 ? kBelowAllExponents : floor_log2(u.significand, u.exponent);
  return power_of_two(format.quantum_exponent(std::min(e, format.emax)));
}

double next_up(double x, const Format& format) {
  require_valid(format);
  if (is_not_a_number(x)) return kQuietNan;
  if (order(x) >= order(format.max())) {
    return format.has_infinity() ? kPositiveInfinity : kQuietNan;
  }
  if (order(x) < order(format.lowest())) return format.lowest();
  return round(step(x, true), format, {.mode = Rounding::up});
}

double next_down(double x, const Format& format) {
  require_valid(format);
  if (is_not_a_number(x)) return kQuietNan;
  if (order(x) <= order(format.lowest())) {
    return format.has_infinity() && format.has_sign ? -kPositiveInfinity : kQuietNan;
  }
  if (order(x) > order(format.max())) return format.max();
  return round(step(x, false), format, {.mode = Rounding::down});
}

}  // namespace halfulp
