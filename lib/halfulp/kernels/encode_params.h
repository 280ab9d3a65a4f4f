#pragma once

#include <cstdint>
#include <optional>
#include <type_traits>

#include "halfulp/formats/format.h"

namespace halfulp::kernels {

// How members of a format in the carrier T (float or double) become codes: a member below
// smallest_normal is a count of subnormal quanta, above it the pattern without its last bits
// is a code but for the bias of the exponent.
template <class T>
struct EncodeParams {
  using Bits = std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>;

  Bits smallest_normal;  // pattern; from it on, the code is the shifted pattern
  int dropped_bits;
  Bits offset;      // to subtract from the shifted pattern
  T magic;          // 2^(q + digits - 1), whose ulp is the quantum 2^q
  Bits magic_bits;  // its pattern
  Bits infinity;    // code
  Bits nan;         // code
  Bits sign;        // the bit of the sign; 0: the format has none
  Bits nan_sign;    // the same in NaNs
  Bits complement;  // all bits of a code where negative numbers are complements, else 0
};

// The parameters, or nothing where the format is tapered or does not fit the carrier with room
// for the magic number. A format without subnormal numbers has none below smallest_normal but
// perhaps 0, whose code is 0.
template <class T>
std::optional<EncodeParams<T>> encode_params(const Format& format);

}  // namespace halfulp::kernels
