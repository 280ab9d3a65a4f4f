#pragma once

#include <cstdint>
#include <optional>

#include "halfulp/formats/format.h"

namespace halfulp::kernels {

// The codes of a format as 32-bit integers beside the patterns of the same numbers in
// binary32, whose fractions are longer and whose exponent fields start elsewhere.
struct CodeLayout {
  int shift;       // the bits that the fraction of binary32 has more
  int sign_shift;  // from the place of its sign to that of the code's
  bool has_sign;
  bool zero_has_sign;

  // Where not, the exponent fields are the same: subnormal numbers are so in both.
  bool subnormals_are_normal;
  std::int32_t least_exponent;  // pattern of the smallest normal number
  std::int32_t to_grid;  // added to the pattern of 2^e: the number whose ulp is the
                         // gap of the format in that binade (Shortcut)

  std::uint32_t sign_code;  // 0: none
  std::uint32_t max_code;   // greater ones, the sign aside, are not finite
  std::uint32_t
      nan_code;  // the code of -0 if that is NaN, else one that is greater anyway
};

// Nothing for formats whose codes are laid out otherwise: two's complement, tapered, without
// subnormals, of precision 1 or beyond what binary32 holds.
std::optional<CodeLayout> code_layout(const Format& format);

}  // namespace halfulp::kernels
