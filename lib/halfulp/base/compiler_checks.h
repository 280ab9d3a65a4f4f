#pragma once

// Refuses, at compile time, every setting under which the results of this library would
// no longer be what its headers promise. Included by every header that does arithmetic.

#include <cfloat>
#include <limits>

#ifdef __FAST_MATH__
#error "halfulp: -ffast-math changes results; compile without it"
#endif

#if !defined(FLT_EVAL_METHOD) || FLT_EVAL_METHOD != 0
#error "halfulp: float and double must be evaluated in their own precision (no x87)"
#endif

static_assert(std::numeric_limits<float>::is_iec559 &&
                  std::numeric_limits<double>::is_iec559,
              "halfulp: float and double must be IEEE 754 binary32 and binary64");
