#include "support/exact_steps.h"

#include <stdexcept>

namespace halfulp::testing {
namespace {

bool is_odd(mpfr_ptr integer) {
  mpfr_div_2ui(integer, integer, 1, MPFR_RNDN);
  const bool odd = mpfr_integer_p(integer) == 0;
  mpfr_mul_2ui(integer, integer, 1, MPFR_RNDN);
  return odd;
}

void to_integer(mpfr_ptr x, Direction direction) {
  switch (direction) {
    case Direction::to_zero:
      mpfr_trunc(x, x);
      return;
    case Direction::down:
      mpfr_floor(x, x);
      return;
    case Direction::up:
      mpfr_ceil(x, x);
      return;
    case Direction::nearest_even:
      mpfr_roundeven(x, x);
      return;
    case Direction::nearest_away:
      mpfr_round(x, x);
      return;
    case Direction::odd:
      break;
  }
  if (mpfr_integer_p(x) != 0) return;
  const int sign = mpfr_signbit(x) != 0 ? -1 : 1;
  mpfr_trunc(x, x);
  if (!is_odd(x)) mpfr_add_si(x, x, sign, MPFR_RNDN);
}

}  // namespace

void round_to_multiple(mpfr_ptr x, long quantum, Direction direction) {
  if (mpfr_regular_p(x) == 0) return;
  mpfr_div_2si(x, x, quantum, MPFR_RNDN);
  to_integer(x, direction);
  mpfr_mul_2si(x, x, quantum, MPFR_RNDN);
}

void require_exact(int ternary) {
  if (ternary != 0) throw std::logic_error("the judge's precision is too small");
}

}  // namespace halfulp::testing
