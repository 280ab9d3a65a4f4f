#pragma once

#include <cstddef>
#include <cstdint>

#include "halfulp/kernels/shortcut.h"

namespace halfulp::kernels {

// Whether what is written passes through the caches; if not, hwy::FlushStream() makes it
// visible to other threads.
enum class Stores { cached, past_caches };

// out[i] = in[i] rounded, with words[i] in stochastic modes (else null): see round_array.h.
// In two files, which compile side by side.
void round_lanes(Rounding mode, Stores stores, const float* in, float* out,
                 const std::uint32_t* words, std::size_t count,
                 const RoundParams<float>& params, const Shortcut<float>& shortcut);
void round_lanes(Rounding mode, Stores stores, const double* in, double* out,
                 const std::uint32_t* words, std::size_t count,
                 const RoundParams<double>& params, const Shortcut<double>& shortcut);

}  // namespace halfulp::kernels
