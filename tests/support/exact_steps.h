#pragma once

#include <mpfr.h>

namespace halfulp::testing {

enum class Direction { to_zero, down, up, nearest_even, nearest_away, odd };

// Rounds x to a multiple of 2^quantum; x is all that it holds, so that is exact.
void round_to_multiple(mpfr_ptr x, long quantum, Direction direction);

// floor(log2 |x|); x is finite and not zero.
inline long exponent_of(mpfr_srcptr x) { return mpfr_get_exp(x) - 1; }

// Of what MPFR returns: throws std::logic_error if it had to round.
void require_exact(int ternary);

inline bool is_finite(double x) { return x - x == 0; }

}  // namespace halfulp::testing
