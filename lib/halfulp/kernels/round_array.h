#pragma once

#include <cstddef>

#include "halfulp/kernels/shortcut.h"

namespace halfulp::kernels {

// out[i] = in[i] rounded with the format and the rule of `params` and `mode`, in the vectors
// of the target that runs now; `shortcut` is one for them, or none. `in` may be `out`. Floating-point environment: the default
// one.
void round_array(Rounding mode, const float* in, float* out, std::size_t count,
                 const RoundParams<float>& params,
                 const Shortcut<float>& shortcut = {});
void round_array(Rounding mode, const double* in, double* out, std::size_t count,
                 const RoundParams<double>& params,
                 const Shortcut<double>& shortcut = {});

}  // namespace halfulp::kernels
