#pragma once

#include "halfulp/metrics/metric.h"

namespace halfulp::metrics {

// The cosine of the angle between x and r, and 1 - cosine. One pair of elements is
// not_applicable (the cosine is always 1 or -1); a zero vector makes both undefined.
//
// one_minus_cosine is right to 1e-10 relative down to 1e-20 (and below; see the source),
// where 1 - dot/sqrt(|x|^2 |r|^2) in binary64 is noise below 1e-16.
Metric cosine(std::span<const double> actual, std::span<const double> reference);
Metric one_minus_cosine(std::span<const double> actual,
                        std::span<const double> reference);

// What most tools compute: 1 - dot / sqrt(nx * nr), each of the three sums from left to
// right in binary64, every operation rounded. Kept to reproduce their digits: it cannot tell
// values below about 1e-15 from 0, and may be negative.
Metric one_minus_cosine_binary64(std::span<const double> actual,
                                 std::span<const double> reference);

}  // namespace halfulp::metrics
