#pragma once

#include <cstddef>
#include <cstdint>

#include "halfulp/base/random.h"
#include "halfulp/kernels/shortcut.h"

namespace halfulp::kernels {

// out[i] = in[i] rounded with the format and the rule of `params` and `mode`, in the vectors
// of the target that runs now; `shortcut` is one for them, or none. Stochastic modes take
// word i of the source, which other modes do not look at. `in` may be `out`. Floating-point
// environment: the default one.
void round_array(Rounding mode, const float* in, float* out, const RandomSource& source,
                 std::size_t count, const RoundParams<float>& params,
                 const Shortcut<float>& shortcut = {});
void round_array(Rounding mode, const double* in, double* out,
                 const RandomSource& source, std::size_t count,
                 const RoundParams<double>& params,
                 const Shortcut<double>& shortcut = {});

// The same with words[i], for tests that choose them.
void round_array_with(Rounding mode, const float* in, float* out,
                      const std::uint32_t* words, std::size_t count,
                      const RoundParams<float>& params,
                      const Shortcut<float>& shortcut = {});
void round_array_with(Rounding mode, const double* in, double* out,
                      const std::uint32_t* words, std::size_t count,
                      const RoundParams<double>& params,
                      const Shortcut<double>& shortcut = {});

}  // namespace halfulp::kernels
