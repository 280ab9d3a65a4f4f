#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <optional>
#include <span>

#include "halfulp/arithmetic/accumulation_model.h"
#include "halfulp/rounding/round.h"

namespace halfulp {

using Integer = boost::multiprecision::cpp_int;

// significand * 2^exponent; `field` is its exponent in a fixed-point sum (FixedPointSum), in
// which a zero has none, but a sum of products that cancel has.
struct Term {
  Integer significand;
  int exponent = 0;
  std::optional<int> field = {};
};

// x * 2^exponent as a Real: the leading 64 bits, and whether any others are set. A zero is
// positive.
Real real_of(const Integer& x, int exponent);

// The terms as multiples of 2^exponent, the smallest of their exponents, added exactly.
Term exact_sum(std::span<const Term> terms);

// x / 2^exponent as an integer, rounded in a deterministic mode; "even" and "odd" are the
// integer's.
Integer multiple_of(const Term& x, int exponent, Rounding mode);

// The sum of products and of a running sum, before the rounding to the sum's format. Zero
// terms have no say in the exponents.
Term fixed_point_sum(std::span<const Term> products, const std::optional<Term>& sum,
                     const FixedPointSum& rule);

}  // namespace halfulp
