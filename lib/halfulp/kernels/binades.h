#pragma once

#include <cstddef>
#include <cstdint>

namespace halfulp::kernels {

// Magnitudes, as patterns of the carrier.
template <class Bits>
struct Binades {
  Bits begin, end;
};

// Where |x[i]| lies in the binades, out[i] = from[i]. x may be none of the others.
void take_in_binades(const float* x, std::size_t count,
                     const Binades<std::int32_t>& binades, const float* from,
                     float* out);
void take_in_binades(const double* x, std::size_t count,
                     const Binades<std::int64_t>& binades, const double* from,
                     double* out);

}  // namespace halfulp::kernels
