#pragma once

#include "halfulp/kernels/round_params.h"

namespace halfulp::kernels {

// Faster ways to round to nearest even and stochastically, for the magnitudes that most
// arrays consist of.
enum class ShortcutKind {
  none,
  same_exponents,  // the binades of the carrier: integer arithmetic
  scaled_grid,     // the addition of a number whose ulp is the gap of the format
  random_increment,  // stochastic modes, in the binades of the carrier: integer arithmetic
  random_bits,  // the same where there is a random bit for each bit that is dropped
  binary16,     // the processor's conversion, where it has one; else scaled_grid
};

template <class T>
struct Shortcut {
  using Bits = typename RoundParams<T>::Bits;

  ShortcutKind kind;
  Bits limit;      // patterns of greater magnitude need the general function
  Bits least;      // random_increment, random_bits: those of less magnitude too
  Bits sign_kept;  // of the bits of the input: the sign where the format has -0
  bool clamps;     // scaled_grid: magnitudes above `max` become it, as saturation does
  T max;
  Bits least_exponent;  // scaled_grid: the exponent field of the smallest normal number
  Bits to_grid;  // added to a pattern 2^e: 1.5 * 2^(digits - precision) times 2^e
};

// The shortcut to `format` under `rule`; kind none where there is none. `params` are
// round_params<T>(format, rule).
template <class T>
Shortcut<T> shortcut(const RoundParams<T>& params, const Format& format,
                     const RoundingRule& rule);

}  // namespace halfulp::kernels
