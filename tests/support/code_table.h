#pragma once

#include <cstdint>
#include <vector>

#include "halfulp/formats/format.h"

namespace halfulp::testing {

// The number of a code by the words of the format's document: fields, bias, reserved codes.
// Exact in double; NaN for a NaN. Codes that stand for nothing give NaN too.
double documented_value(std::uint64_t code, const Format& format);

// The finite number that the code after the largest finite one would be, if the codes went
// on without end and without reserved ones; an infinity stands for 2^1024.
double documented_beyond_max(const Format& format);

// Halfway between two neighbours, of which one may be such an infinity.
double middle_of(double a, double b);

struct CodedValue {
  double value;
  std::uint64_t code;
};

// All finite numbers in increasing order, zero once (code 0); width <= 20.
std::vector<CodedValue> sorted_values(const Format& format);

}  // namespace halfulp::testing
