#pragma once

#include <span>

#include "halfulp/rounding/neighbours.h"

namespace halfulp {

// ulp, next_up and next_down (rounding/neighbours.h), element by element. `x` and `out` may
// be the same span. Throw std::invalid_argument if the sizes differ, if the spans overlap
// without being the same, and unless 1 <= threads <= 1024, on which nothing depends.
void ulp(std::span<const double> x, std::span<double> out, const Format& format,
         int threads = 1);
void next_up(std::span<const double> x, std::span<double> out, const Format& format,
             int threads = 1);
void next_down(std::span<const double> x, std::span<double> out, const Format& format,
               int threads = 1);

}  // namespace halfulp
