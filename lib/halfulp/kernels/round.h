#pragma once

#include <span>

#include "halfulp/base/random.h"
#include "halfulp/formats/format.h"
#include "halfulp/rounding/rounding_rule.h"

namespace halfulp::kernels {

// out[i] = halfulp::round(in[i], format, rule), bit for bit, NaNs included, on every target
// and for every number of threads. `in` and `out` may be the same span; otherwise they must
// not overlap. Binary32 storage takes formats whose numbers binary32 holds.
//
// Where the rule makes an input an error, std::invalid_argument names the first such index
// and value, and nothing has been written. Also thrown if the sizes differ, the spans
// overlap without being the same, or threads are not from 1 to 1024.
//
// Stochastic modes need a source of random numbers; without one they are an error.
void round(std::span<const double> in, std::span<double> out, const Format& format,
           const RoundingRule& rule = {}, int threads = 1);
void round(std::span<const float> in, std::span<float> out, const Format& format,
           const RoundingRule& rule = {}, int threads = 1);

// out[i] = halfulp::round(in[i], format, rule, random_word(source, i)). So a part of an array
// that begins at element i is rounded as in the whole with advanced(source, i).
void round(std::span<const double> in, std::span<double> out, const Format& format,
           const RoundingRule& rule, const RandomSource& source, int threads = 1);
void round(std::span<const float> in, std::span<float> out, const Format& format,
           const RoundingRule& rule, const RandomSource& source, int threads = 1);

}  // namespace halfulp::kernels
