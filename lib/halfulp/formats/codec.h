#pragma once

#include <cstdint>

#include "halfulp/formats/format.h"

namespace halfulp {

// All throw std::invalid_argument for an invalid format.

// The number that a code stands for. A NaN keeps its sign and, in the leading fraction bits,
// its payload (signalling NaNs stay signalling: nothing is computed). Throws
// std::invalid_argument for a code wider than the format, or one between the largest finite
// number and the infinity of a format whose emax leaves such codes unused.
double decode(std::uint64_t code, const Format& format);

// The code of a number of the format: the inverse of decode, bit for bit. A NaN whose
// payload does not fit becomes the canonical NaN of its sign, where NaNs of the format have
// one. Throws std::invalid_argument if the format does not hold `value`: round first
// (rounding/round.h).
std::uint64_t encode(double value, const Format& format);

// Whether `value` is a number, an infinity or (any) NaN of the format.
bool holds(const Format& format, double value);

// Whether every member of `inner` is one of `outer`: numbers, both zeros, infinities, NaN.
bool holds_all_of(const Format& outer, const Format& inner);

}  // namespace halfulp
