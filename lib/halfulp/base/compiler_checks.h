#pragma once

// Refuses, at compile time, every setting under which the results of this library would
// no longer be what its headers promise. Included by every header that does arithmetic.

#include <cfloat>
#include <limits>

#if !defined(__cplusplus) || __cplusplus < 202002L
#error "halfulp needs C++20; compile with -std=c++20"
#endif

#ifdef __FAST_MATH__
#error "halfulp: -ffast-math changes results; compile without it"
#endif

// Its parts, as far as compilers tell: GCC from version 13 on all of them.
#if (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__) ||       \
    defined(__NO_SIGNED_ZEROS__) || defined(__ASSOCIATIVE_MATH__) || \
    defined(__RECIPROCAL_MATH__)
#error "halfulp: a part of -ffast-math changes results; compile without it"
#endif

#if !defined(FLT_EVAL_METHOD) || FLT_EVAL_METHOD != 0
#error "halfulp: float and double must be evaluated in their own precision (no x87)"
#endif

static_assert(std::numeric_limits<float>::is_iec559 &&
                  std::numeric_limits<double>::is_iec559,
              "halfulp: float and double must be IEEE 754 binary32 and binary64");
