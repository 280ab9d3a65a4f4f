#pragma once

#include <cstdint>

#include "halfulp/rounding/rounding_rule.h"

namespace halfulp {

// How far a magnitude is on its way from the neighbour below to the one above: the fraction
// v in [0, 1), as floor(v 2^33) and whether anything is left. No mode asks for more.
struct Discarded {
  static constexpr int kBits = 33;
  std::uint64_t leading = 0;
  bool sticky = false;

  constexpr bool nothing() const { return leading == 0 && !sticky; }
};

// v = rest / 2^shift, or, if `sticky`, anything between that and (rest + 1) / 2^shift.
// rest < 2^shift; shift >= 0.
Discarded discarded_bits(std::uint64_t rest, int shift, bool sticky);

// v = x / y for x = x_significand * 2^x_exponent < y, both positive; or more, if `sticky`,
// but less than with x_significand + 1.
Discarded discarded_quotient(std::uint64_t x_significand, int x_exponent,
                             std::uint64_t y_significand, int y_exponent, bool sticky);

// Whether the rule takes the neighbour above, by the words of enum Rounding.
// `lower_is_odd`: the code of the one below is odd. Deterministic modes ignore `random`.
bool takes_upper(const Discarded& v, bool lower_is_odd, bool negative,
                 const RoundingRule& rule, std::uint32_t random);

}  // namespace halfulp
