#pragma once

#include <cstddef>

namespace halfulp::kernels {

// Numbers of both carriers from one to the other, exactly: NaNs too, of which none is
// signalling when widened, and none has more payload than binary32 holds when narrowed.
void narrow_lanes(const double* in, float* out, std::size_t count);
void widen_lanes(const float* in, double* out, std::size_t count);

}  // namespace halfulp::kernels
