#pragma once

#include <span>

#include "halfulp/base/words.h"

namespace halfulp {

// Which of the two neighbours in the format a number between them becomes. "Even" and "odd"
// speak of the code, which is the significand's last bit but for precision 1.
enum class Rounding {
  nearest_even,  // the nearer one, a midpoint to the even code
  nearest_away,  // the nearer one, a midpoint to the larger magnitude
  toward_zero,   // the smaller magnitude
  up,            // the greater number
  down,          // the lesser number
  odd,           // the odd code, unless the number is exact
};

// What a finite number becomes whose rounding exceeds the largest finite number.
enum class Overflow {
  // IEEE 754-2019, 7.4: an infinity, or the largest finite number where the mode rounds
  // towards it (odd does); NaN where the format has no infinity, the largest finite number
  // where it has neither.
  ieee,
  saturate_finite,  // the largest finite number; infinities become it too
  saturate_propagate,  // the largest finite number; infinities stay where the format has them
  none,                // P3109 SatNone: as ieee, but odd overflows to infinity
};

// Which subnormal numbers become zeros of their sign: inputs smaller than the smallest
// normal number of the format, rounded results that are subnormal in it, or both.
enum class Subnormals { keep, flush_input, flush_output, flush_both };

// What an infinite input becomes where the format has no infinity and nothing saturates.
enum class InfInput { nan, max, error };

// What a NaN becomes: quiet without payload, its sign kept; quiet with the leading bits of
// its payload; or an error. Where the format has no NaN it is always an error.
enum class NanRule { canonical, payload, error };

// How a real number becomes a member of a format.
struct RoundingRule {
  Rounding mode = Rounding::nearest_even;
  Overflow overflow = Overflow::ieee;
  Subnormals subnormals = Subnormals::keep;
  InfInput inf_input = InfInput::nan;
  NanRule nan = NanRule::canonical;

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

std::span<const Word<Rounding>> rounding_words();
std::span<const Word<Overflow>> overflow_words();  // "saturate" is saturate_propagate
std::span<const Word<Subnormals>> subnormals_words();
std::span<const Word<InfInput>> inf_input_words();
std::span<const Word<NanRule>> nan_words();

}  // namespace halfulp
