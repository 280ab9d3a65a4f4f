#pragma once

#include <cstddef>

#include "halfulp/kernels/code_layout.h"

namespace halfulp::kernels {

// Members of a format and their codes, infinities and NaNs included, for the layout of the
// format in T, float or double. Code is an unsigned integer of 8, 16, 32 or, for double, 64
// bits that holds the codes. Floating-point environment: the default one.

// The inverse of halfulp::decode. NaNs are quiet, as roundings make them.
template <class T, class Code>
void encode_members(const T* in, Code* codes, std::size_t count,
                    const CodeLayout<T>& layout);

// halfulp::decode of codes that stand for something.
template <class Code, class T>
void decode_members(const Code* codes, T* out, std::size_t count,
                    const CodeLayout<T>& layout);

}  // namespace halfulp::kernels
