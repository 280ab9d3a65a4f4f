#pragma once

#include <cstdint>
#include <span>

#include "halfulp/base/random.h"
#include "halfulp/formats/format.h"
#include "halfulp/rounding/rounding_rule.h"

namespace halfulp::kernels {

// codes[i] = halfulp::encode(halfulp::round(in[i], format, rule, random_word(source, i)),
// format), bit for bit, on every target and for every number of threads; modes that are not
// stochastic do not look at `source`. T is float, for formats whose numbers binary32 holds,
// or double; Code is an unsigned integer of 8, 16, 32 or 64 bits.
//
// Throws std::invalid_argument where kernels::round does, and for a Code of fewer bits than
// the format, and where numbers and codes overlap; then nothing has been written.
template <class T, class Code>
void encode(std::span<const T> in, std::span<Code> codes, const Format& format,
            const RoundingRule& rule, const RandomSource& source, int threads = 1);

// The same; refuses stochastic modes.
template <class T, class Code>
void encode(std::span<const T> in, std::span<Code> codes, const Format& format,
            const RoundingRule& rule = {}, int threads = 1);

// out[i] = halfulp::decode(codes[i], format), bit for bit, NaNs included. Binary32 output
// takes formats whose numbers binary32 holds; NaNs keep what fits of their payload.
//
// Throws std::invalid_argument if the sizes differ, where codes and numbers overlap, for a
// Code of fewer bits than the format, if threads are not from 1 to 1024, and for the first
// code that stands for nothing, with its index; then nothing has been written.
template <class Code, class T>
void decode(std::span<const Code> codes, std::span<T> out, const Format& format,
            int threads = 1);

}  // namespace halfulp::kernels
