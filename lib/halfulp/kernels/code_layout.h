#pragma once

#include <cstdint>
#include <optional>
#include <type_traits>

#include "halfulp/formats/format.h"

namespace halfulp::kernels {

// Patterns and codes in lanes of the carrier T, float or double.
template <class T>
using LaneBits = std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>;

// The codes of a format beside the patterns of the same numbers in the carrier T: a code is
// the pattern without its last bits, less a constant that the exponent field is greater by,
// or, of a number below the smallest normal one, a count of quanta. All codes are without
// the sign.
template <class T>
struct CodeLayout {
  using Bits = LaneBits<T>;

  int dropped_bits;    // the bits that the fraction of the carrier has more
  Bits offset;         // to subtract from the pattern without them
  bool has_counts;     // there are codes that are counts of quanta:
  Bits least_shifted;  // those of lesser patterns
  Bits least_code;     // lesser codes
  T to_count[2];       // their product is 1 / quantum, which may be beyond the carrier
  T quantum[2];        // their product is the quantum
  bool
      is_low;  // normal numbers are subnormal in the carrier: exponent fields of patterns go
               // on below 1 here
  Bits smallest;        // pattern of the smallest number if there is no zero, else 0
  Bits magnitude_mask;  // all bits of a code but the sign
  int sign_shift;       // from the place of the carrier's sign to that of the code's
  Bits sign_code;       // 0: none
  Bits nan_sign;        // the same in NaNs
  Bits complement;  // all bits of a code where negative numbers are complements, else 0

  Bits max_code;         // greater ones are not finite
  Bits infinity;         // -1: none
  Bits nan;              // -1: none
  bool nan_has_payload;  // and those of infinity and of NaNs follow one upon the other
};

// Nothing for tapered formats, for two's complement of more bits than a count has, and in
// binary32 for formats whose numbers or codes it does not hold.
template <class T>
std::optional<CodeLayout<T>> code_layout(const Format& format);

}  // namespace halfulp::kernels
