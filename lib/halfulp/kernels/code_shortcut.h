#pragma once

#include <optional>

#include "halfulp/kernels/code_layout.h"
#include "halfulp/rounding/rounding_rule.h"

namespace halfulp::kernels {

// Rounding to nearest even and encoding in one.
enum class CodeShortcutKind {
  fields,  // the pattern, rounded as an integer, begins with the code, but for an offset
  grid,    // the sum with a number M whose ulp is the gap of the format counts gaps;
           // codes go on counting from binade to binade, and the exponent of M makes up
           // for the binades below
  complement,  // such a sum, of which the last bits are the code
};

template <class T>
struct CodeShortcut {
  using Bits = LaneBits<T>;

  CodeShortcutKind kind;
  int dropped_bits;  // the bits that the fraction of the carrier has more
  int code_bits;     // without the sign
  bool has_sign;     // apart from the bits of the code
  bool zero_has_sign;

  Bits offset;  // fields: to subtract
  Bits
      parity_flip;  // fields: 1 if the code is odd where the pattern without the dropped
                    // bits is even
  Bits least_field;  // fields: groups with a lesser magnitude are left to the caller
  T least;           // grid: the smallest normal number
  T scale;           // grid: times 2^e it is M, 2^dropped_bits and, in its last bits, a
                     // constant with which the last bits of the sum are the code
  T magic;           // complement: M
  T lowest;          // complement: numbers below it become it,
  T max;             // and those above the greatest number that

  bool takes_negative() const {
    return has_sign || kind == CodeShortcutKind::complement;
  }
};

// Nothing for tapered formats, codes of more than 32 bits or too many to be in the fraction
// of a sum, and where M is beyond the carrier, or numbers of the format are.
template <class T>
std::optional<CodeShortcut<T>> code_shortcut(const Format& format);

// What encode_lanes does with numbers that the format does not hold.
template <class T>
struct EncodeLimit {
  LaneBits<T> pattern;  // groups with a magnitude beyond it are left to the caller
  bool clamps;          // magnitudes above `max` become it
  T max;
};

// That of members of the format.
template <class T>
EncodeLimit<T> member_limit(const Format& format);

// That of numbers that the rule rounds, if the shortcut to the format rounds as it does.
template <class T>
std::optional<EncodeLimit<T>> rounding_limit(const Format& format,
                                             const RoundingRule& rule);

}  // namespace halfulp::kernels
