#pragma once

#include <cstddef>
#include <cstdint>

#include "halfulp/kernels/round_params.h"

namespace halfulp::kernels {

// out[i] = in[i] rounded with the format and the rule of `params` and `mode`, in the vectors
// of the target that runs now. `in` may be `out`. A stochastic mode takes words[i] for it;
// for others `words` is not looked at. Floating-point environment: the default one.
void round_array(Rounding mode, const float* in, float* out, const std::uint32_t* words,
                 std::size_t count, const RoundParams<float>& params);
void round_array(Rounding mode, const double* in, double* out,
                 const std::uint32_t* words, std::size_t count,
                 const RoundParams<double>& params);

}  // namespace halfulp::kernels
