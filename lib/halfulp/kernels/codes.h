#pragma once

#include <cstdint>
#include <span>

#include "halfulp/formats/format.h"
#include "halfulp/rounding/rounding_rule.h"

namespace halfulp::kernels {

// codes[i] = halfulp::encode(halfulp::round(in[i], format, rule), format), bit for bit, on
// every target and for every number of threads. Code is std::uint8_t, _16, _32 or _64, of at
// least as many bits as the format. Binary32 input takes formats whose numbers binary32
// holds.
//
// Throws std::invalid_argument where kernels::round does and for a Code too narrow; then
// nothing has been written.
template <class T, class Code>
void encode(std::span<const T> in, std::span<Code> codes, const Format& format,
            const RoundingRule& rule = {}, int threads = 1);

// out[i] = halfulp::decode(codes[i], format), bit for bit, NaNs included. Binary32 output
// takes formats whose numbers binary32 holds.
//
// Throws std::invalid_argument if the sizes differ, if Code is narrower than the format,
// for threads not from 1 to 1024, and for a code that stands for nothing, with its index;
// what has been written by then is unspecified.
template <class Code, class T>
void decode(std::span<const Code> codes, std::span<T> out, const Format& format,
            int threads = 1);

}  // namespace halfulp::kernels
