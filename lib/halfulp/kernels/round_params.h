#pragma once

#include <cstdint>
#include <optional>
#include <type_traits>

#include "halfulp/formats/format.h"
#include "halfulp/rounding/rounding_rule.h"

namespace halfulp::kernels {

// What depends on the sign of the number.
template <class Bits>
struct BySign {
  Bits positive;
  Bits negative;
};

// A format and a rule, but for its mode, as bit patterns of the carrier T (float or double):
// all that the vector function of round-inl.h needs. Magnitudes are patterns without the
// sign, so they order as signed integers.
template <class T>
struct RoundParams {
  using Bits = std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>;

  // The grid of the format in the binades that it shares with the carrier: the pattern
  // without its `dropped_bits` last bits.
  int dropped_bits;
  Bits dropped_mask;  // those bits
  Bits half;          // the highest of them; 0 if there are none
  Bits tie_breaker;   // added to a tie for an odd code: 1; 0 if no bits are dropped
  Bits parity_flip;   // 1: the code is odd where the last kept bit is not; precision 1

  // The grid of the format below smallest_normal, where it is coarser than the carrier's:
  // multiples of 2^q. 2^(q + digits - 1) has exactly that ulp.
  bool has_subnormal_grid;
  Bits smallest_normal;
  T magic;         // 2^(q + digits - 1)
  T half_quantum;  // 2^(q - 1)

  // Stochastic modes, whose random word is the highest 32 bits of a lane. On the carrier's
  // grid it is brought in line with the dropped bits and added to them.
  int random_bits;     // N
  int word_shift;      // to the right
  Bits word_mask;      // those of the dropped bits that the N highest of it meet then
  Bits half_step;      // b, c: half of what the last of the N bits weighs; 0 if nothing
  int last_bit_shift;  // c: from the last of the N bits to the last dropped bit
  Bits tie_bit;        // c: 1 if half_step is not 0
  // On the subnormal grid the discarded fraction is scaled by the product of two powers of
  // two (one could overflow) to be compared with integers.
  T fraction_scale[2];
  Bits kept_bits;        // the N highest bits of a lane
  Bits last_kept_bit;    // the last of them
  Bits half_bit;         // b, c: the one after them, if it is one of the word, else 0
  Bits half_bit_beyond;  // b, c: 1 if it is the one after the word, else 0

  // From the one magnitude to the other the two grids and the sign of the input are all
  // there is; elsewhere the rest of this struct decides. `plain_least` is not 0 where there is
  // no -0, where something is flushed, and where there are no subnormals.
  Bits plain_least;
  Bits plain_limit;
  Bits magnitude_bits;  // of the input that is compared with plain_least: all bits in
                        // formats without sign, so that negative numbers are below it

  // Formats without subnormals have nothing between 0 and `smallest` (0: they have).
  Bits smallest;
  Bits half_smallest;
  bool has_zero;

  Bits flush_input_below;  // 0: no flushing
  Bits flush_output_below;

  BySign<Bits> limit;     // largest magnitude
  BySign<Bits> overflow;  // complete patterns, signs included, from here on
  BySign<Bits> zero;
  BySign<Bits> infinity;
  Bits nan_kept;  // of the bits of a NaN
  Bits nan;
};

// The parameters for carrier T, or nothing where its lanes do not do (halfulp::round does):
//  * tapered encodings, whose precision varies with the exponent: see tapered_params;
//  * formats with normal numbers below those of the carrier, whose subnormals have a coarser
//    grid than its normal numbers;
//  * formats without subnormals, half of whose smallest number the carrier does not hold;
//  * subnormals so large that the carrier has no number with their quantum as ulp.
// The format is valid and, for binary32, one whose numbers binary32 holds. Constants for
// inputs that the rule makes an error are arbitrary: such inputs must be refused before.
template <class T>
std::optional<RoundParams<T>> round_params(const Format& format,
                                           const RoundingRule& rule);

// Formats without subnormals: whether a stochastic mode makes a magnitude below `smallest`
// of it `smallest`, not 0, with this random word.
template <class T>
bool takes_smallest(typename RoundParams<T>::Bits magnitude, std::uint32_t word,
                    Rounding mode, const RoundParams<T>& params);

// The parameters of a tapered format in the binades where it has `precision` bits.
template <class T>
RoundParams<T> tapered_params(const Format& format, int precision,
                              const RoundingRule& rule);

// round_params with every NaN as the positive one without payload: the NaN of sums.
template <class T>
std::optional<RoundParams<T>> round_params_of_sums(const Format& format,
                                                   const RoundingRule& rule);

}  // namespace halfulp::kernels
