#pragma once

#include <cstddef>

namespace halfulp::kernels {

// The least part of an array to hand to another thread, which costs about as much as the
// fastest kernels take for it. Multiples keep parts aligned alike.
inline constexpr std::size_t kGrain = 8192;

}  // namespace halfulp::kernels
