#pragma once

#include <cstdint>
#include <optional>

namespace halfulp {

// The encoding of HiFloat8 (arXiv 2409.16626, section 2): a prefix code tells how many of
// the 7 bits below the sign are exponent; the fraction has what is left.

// The number of a code of 8 bits; NaN positive and quiet.
double decode_tapered(std::uint64_t code);

// The code of a number or an infinity; empty if HiFloat8 does not have it.
std::optional<std::uint64_t> encode_tapered(double value);

}  // namespace halfulp
