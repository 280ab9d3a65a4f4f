#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <cstdint>

#include "halfulp/rounding/rounding_rule.h"
#include "support/rounding_oracle.h"

namespace halfulp::testing {

using boost::multiprecision::cpp_int;
using boost::multiprecision::cpp_rational;

// An infinity stands for 2^1024: documented_beyond_max.
inline cpp_rational exactly(double x) {
  if (!std::isinf(x)) return cpp_rational(x);
  return cpp_rational(cpp_int(x > 0 ? 1 : -1) << 1024);
}

// How far x is on its way from its neighbour towards zero to the other one, exactly; 0 for
// numbers of the format.
inline cpp_rational discarded_fraction(double x, const RoundingOracle::Place& place) {
  if (place.lower == place.upper) return 0;
  const bool negative = place.negative;
  const cpp_rational inner = exactly(negative ? -place.upper : place.lower);
  const cpp_rational outer = exactly(negative ? -place.lower : place.upper);
  const cpp_rational magnitude = negative ? -x : x;
  return (magnitude - inner) / (outer - inner);
}

inline cpp_int floor_of(const cpp_rational& x) {  // x >= 0
  return numerator(x) / denominator(x);
}

// Of the 2^bits random integers, how many send a magnitude with this discarded fraction to
// the larger neighbour: the documented probability times 2^bits.
inline cpp_int expected_ups(const cpp_rational& fraction, Rounding mode, int bits) {
  const cpp_int all = cpp_int(1) << bits;
  const cpp_rational scaled = fraction * all;
  switch (mode) {
    case Rounding::stochastic_a:
      return floor_of(scaled);
    case Rounding::stochastic_b:
      return floor_of(scaled + cpp_rational(1, 2));
    case Rounding::stochastic_c: {
      const cpp_int floor = floor_of(scaled);
      const cpp_rational twice = 2 * (scaled - floor);
      return twice > 1 || (twice == 1 && floor % 2 == 1) ? floor + 1 : floor;
    }
    default:
      return fraction == 0 ? cpp_int(0) : all / 2;
  }
}

// What a rule makes of one discarded fraction: the greatest random integers go up.
class ExpectedChoice {
 public:
  ExpectedChoice(const cpp_rational& fraction, const RoundingRule& rule)
      : bits_(rule.mode == Rounding::stochastic_equal ? 1 : rule.random_bits),
        ups_(expected_ups(fraction, rule.mode, bits_).convert_to<std::uint64_t>()) {}

  std::uint64_t ups() const { return ups_; }  // of 2^bits
  int bits() const { return bits_; }
  std::uint64_t first_up() const { return (std::uint64_t{1} << bits_) - ups_; }
  bool goes_up(std::uint32_t word) const { return word >> (32 - bits_) >= first_up(); }

 private:
  int bits_;
  std::uint64_t ups_;
};

inline constexpr Rounding kStochasticModes[] = {
    Rounding::stochastic_a, Rounding::stochastic_b, Rounding::stochastic_c,
    Rounding::stochastic_equal};

}  // namespace halfulp::testing
