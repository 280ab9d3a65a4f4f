#pragma once

#include <cstddef>

#include "halfulp/formats/format.h"

namespace halfulp::kernels {

inline constexpr std::size_t kCodeGrain = 4096;   // numbers, of threads
inline constexpr std::size_t kCodeBuffer = 1024;  // numbers; a multiple of kCodeGroup

// Throw std::invalid_argument.
void require_equal_sizes(std::size_t in, std::size_t out);
void require_width(const Format& format, int code_bits);

}  // namespace halfulp::kernels
