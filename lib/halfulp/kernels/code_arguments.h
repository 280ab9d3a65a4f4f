#pragma once

#include <cstddef>

#include "halfulp/formats/format.h"

namespace halfulp::kernels {

inline constexpr std::size_t kCodeBuffer = 1024;  // numbers; a multiple of kCodeGroup

// Throws std::invalid_argument.
void require_width(const Format& format, int code_bits);

}  // namespace halfulp::kernels
