#pragma once

#include "halfulp/metrics/metric.h"

namespace halfulp::metrics {

// With e = x - r, each difference rounded once to binary64. Up to 2^24 elements, all but
// max_abs, which is exact, are within 0.501 ulp of their formula; the gain and the offset
// also have an error of 1e-25 of |e| / |r| and of the mean of |e|, for sums that cancel.

// max |e|
Metric max_abs(std::span<const double> actual, std::span<const double> reference);
// (sum |e|) / n
Metric mean_abs(std::span<const double> actual, std::span<const double> reference);
// sqrt((sum e^2) / n)
Metric rmse(std::span<const double> actual, std::span<const double> reference);
// sqrt(sum e^2 / sum r^2). Reference zero: undefined, or 0 and degenerate if x is zero too.
Metric rel_rmse(std::span<const double> actual, std::span<const double> reference);

// The error as a scale and a shift of the reference, by least squares (e explained by r) and
// as a mean: what the cosine cannot see.
// gain = (sum e r) / (sum r^2): 0 if there is no common factor, -0.01 if x is 1 % too small.
// Reference zero: undefined.
Metric gain(std::span<const double> actual, std::span<const double> reference);
// (sum e) / n
Metric offset(std::span<const double> actual, std::span<const double> reference);

}  // namespace halfulp::metrics
