#pragma once

#include <cstdint>
#include <span>

#include "halfulp/formats/format.h"

namespace halfulp {

// decode and encode (formats/codec.h), element by element, with codes in the unsigned
// integers of 8, 16, 32 or 64 bits. They also take arrays of binary16 and binary32, which are
// codes of fp16 and fp32, to binary64 and back: integer arithmetic only, so that no
// floating-point environment can flush a subnormal number on the way.
//
// Throw std::invalid_argument if the sizes differ, if Code has fewer bits than the format,
// and where decode or encode does, with the index of the first such element; what has been
// written by then is unspecified.
template <class Code>
void decode(std::span<const Code> codes, std::span<double> out, const Format& format);
template <class Code>
void encode(std::span<const double> values, std::span<Code> out, const Format& format);

}  // namespace halfulp
