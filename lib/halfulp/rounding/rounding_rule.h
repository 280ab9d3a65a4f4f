#pragma once

#include <span>

#include "halfulp/base/words.h"

namespace halfulp {

// Which of the two neighbours in the format a number between them becomes; a number of the
// format stays as it is in every mode. "Even" and "odd" speak of the code: its last bit is
// the significand's but for precision 1.
//
// The stochastic modes take a random word of 32 bits, whose N = random_bits highest ones are
// the integer R. Where |x| lies the fraction v of the way from the smaller magnitude to the
// larger one, it becomes the larger one
//   a: if floor(v 2^N) + R >= 2^N;
//   b: if floor(v 2^(N+1)) + 2R + 1 >= 2^(N+1);
//   c: if floor(v 2^N) + R >= 2^N with v 2^N rounded to nearest, ties to even, for its floor.
// Over all R that is v 2^N in 2^N times, rounded down (a), to nearest with ties away (b) and
// to even (c): P3109's StochasticA, B and C. Below the smallest number of a format without
// subnormals the smaller magnitude is 0.
enum class Rounding {
  nearest_even,         // the nearer one, a midpoint to the even code
  nearest_away,         // the nearer one, a midpoint to the larger magnitude
  nearest_toward_zero,  // the nearer one, a midpoint to the smaller magnitude
  toward_zero,          // the smaller magnitude
  up,                   // the greater number
  down,                 // the lesser number
  away,                 // the larger magnitude
  odd,                  // the odd code, unless the number is exact
  stochastic_a,
  stochastic_b,
  stochastic_c,
  stochastic_equal,  // the larger magnitude if the highest bit of the word is set
  stochastic = stochastic_a,
};

constexpr bool is_stochastic(Rounding mode) {
  return mode == Rounding::stochastic_a || mode == Rounding::stochastic_b ||
         mode == Rounding::stochastic_c || mode == Rounding::stochastic_equal;
}

// What a finite number becomes whose rounding exceeds the largest finite number of its sign.
// A NaN that comes of it has the sign of the number, where NaNs of the format have one.
enum class Overflow {
  // IEEE 754-2019, 7.4: an infinity, or the largest finite number where the mode turns back
  // to it: toward_zero, the directed mode that points inwards, and odd (as if it had the odd
  // code, which it has in IEEE formats). The other modes, the stochastic ones among them,
  // have already chosen between it and what would follow it. Without an infinity NaN instead
  // of it; without a NaN either, the largest finite number in every mode.
  ieee,
  // P3109 SatFinite: the largest finite number; infinities become it too.
  saturate_finite,
  // P3109 SatPropagate: the largest finite number; infinities stay where the format has them
  // and become the largest finite number where not.
  saturate_propagate,
  // P3109 v4.0 SatNone: as ieee, but odd does not turn back, except in unsigned formats with
  // an infinity, whose largest finite number has the odd code.
  none,
};

// Which subnormal numbers become zeros of their sign: inputs smaller than the smallest
// normal number of the format, rounded results that are subnormal in it, or both. Formats
// without subnormal numbers (two's complement and precision 1 are among them) ignore it.
enum class Subnormals { keep, flush_input, flush_output, flush_both };

// What an infinite input becomes where the format has no such infinity and nothing
// saturates: NaN of its sign, the largest finite number of its sign, or an error. It is an
// error too where NaN is asked for and the format has none.
enum class InfInput { nan, max, error };

// What a NaN becomes: quiet without payload; quiet with the leading bits of its payload,
// where NaNs of the format have one (Specials::ieee); or an error. Its sign stays where NaNs
// of the format have one. Where the format has no NaN it is always an error.
enum class NanRule { canonical, payload, error };

// How a real number becomes a member of a format.
struct RoundingRule {
  Rounding mode = Rounding::nearest_even;
  Overflow overflow = Overflow::ieee;
  Subnormals subnormals = Subnormals::keep;
  InfInput inf_input = InfInput::nan;
  NanRule nan = NanRule::canonical;
  int random_bits = 32;  // N, from 1 to 32, of stochastic_a, _b and _c

  friend constexpr bool operator==(const RoundingRule&, const RoundingRule&) = default;

  constexpr bool flushes_input() const {
    return subnormals == Subnormals::flush_input ||
           subnormals == Subnormals::flush_both;
  }
  constexpr bool flushes_output() const {
    return subnormals == Subnormals::flush_output ||
           subnormals == Subnormals::flush_both;
  }
};

// Throws std::invalid_argument unless random_bits is from 1 to 32.
void require_valid(const RoundingRule& rule);

// Throws std::invalid_argument if the mode needs random numbers.
void require_deterministic(const RoundingRule& rule);

// The names of enumerators, for word_of and parse_word (base/words.h).
std::span<const Word<Rounding>> rounding_words();  // "stochastic" is stochastic_a
std::span<const Word<Overflow>> overflow_words();  // "saturate" is saturate_propagate
std::span<const Word<Subnormals>> subnormals_words();
std::span<const Word<InfInput>> inf_input_words();
std::span<const Word<NanRule>> nan_words();

}  // namespace halfulp
