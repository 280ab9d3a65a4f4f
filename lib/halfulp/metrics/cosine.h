#pragma once

#include "halfulp/metrics/metric.h"

namespace halfulp::metrics {

// The cosine of the angle between x and r, and 1 - cosine. One pair of elements is
// not_applicable (the cosine is always 1 or -1); a zero vector makes both undefined.
//
// one_minus_cosine: relative error below 1e-14 down to 1e-32, and below 1e-10 down to 3e-38
// (cosine.cc derives it), also where x is mostly a multiple of r; never negative. The
// formula 1 - dot/sqrt(|x|^2 |r|^2) in binary64 is noise below 1e-16.
//
// cosine: relative error below 2e-15, and where products of both signs cancel, an absolute
// error below 1e-25 for up to 2^24 elements. It is 1 where 1 - cosine is below 2^-54.
Metric cosine(std::span<const double> actual, std::span<const double> reference);
Metric one_minus_cosine(std::span<const double> actual,
                        std::span<const double> reference);

// What most tools compute: 1 - dot / sqrt(nx * nr), each of the three sums from left to
// right in binary64, every operation rounded. Kept to reproduce their digits: it cannot tell
// values below about 1e-15 from 0, and may be negative. Nothing is scaled: undefined where
// nx * nr is infinite or 0, for numbers beyond about 1e+-77.
Metric one_minus_cosine_binary64(std::span<const double> actual,
                                 std::span<const double> reference);

}  // namespace halfulp::metrics
