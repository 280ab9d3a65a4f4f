#pragma once

#include "halfulp/metrics/metric.h"

namespace halfulp::metrics {

// What single numbers cannot see: how much of the squared error |e|^2, e = x - r, each of four
// simple causes explains. A share is in [0, 1]; the four do not add up, for an error may have
// several explanations. No error at all has no shares (0/0): undefined. One pair of elements
// is not_applicable: a factor explains any error of it, and so does everything else.
//
// Each e_i is rounded once to binary64. Relative errors are below 1e-14, besides absolute
// ones of 1e-24 for up to 2^24 elements, where sums cancel; that of order_share is 1e-15.

// A common factor: (e.r)^2 / (|e|^2 |r|^2), which is (gain / rel_rmse)^2. The cosine sees
// nothing of it. Reference zero: undefined.
Metric scaling_share(std::span<const double> actual, std::span<const double> reference);

// A constant: (sum e)^2 / (n |e|^2).
Metric offset_share(std::span<const double> actual, std::span<const double> reference);

// The element of the largest error: max e^2 / |e|^2. At least 1/n.
Metric largest_share(std::span<const double> actual, std::span<const double> reference);

// The order of the elements, beyond what chance gives; the share is one of sum |e|, not of
// |e|^2. 1 - (integral of D(t)^2 dt) / sum |e|, or 0 if that is negative; D(t) is how many more
// elements of r than of x are at most t.
//
// At level t, each element with t between r and x adds 1 or -1 to D(t). There are C(t) of them,
// and the integral of C(t) is sum |e|. In a permutation they cancel, D = 0: the share is 1.
// Independent errors, each as likely positive as negative, do not: E[D^2] is at least
// sum p (1 - p) >= E[C] / 2, p <= 1/2 being the chance that an element crosses t. If the pairs
// (x, r) are independent and alike it is at least E[C], whatever x has to do with r, and the
// share is about 0.
//
// A permutation with noise of size s, errors of size e otherwise, has about 1 - s/e. A few
// exchanged elements are lost in noise whose sum is as large. Where the elements have few
// different values, one vector is a permutation of the other by chance.
Metric order_share(std::span<const double> actual, std::span<const double> reference);

// |e - gain r| / |r|: the relative RMSE that is left when the common factor is taken out.
// Relative error below 1e-14 where it is above 1e-15 of rel_rmse; 0 at least. Reference zero:
// undefined.
Metric rel_rmse_after_gain(std::span<const double> actual,
                           std::span<const double> reference);

}  // namespace halfulp::metrics
