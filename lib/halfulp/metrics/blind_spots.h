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

// The order of the elements: 1 - |x' - r'|^2 / |x - r|^2, x' and r' being the arrays sorted.
// No pairing of the elements has a smaller distance (the rearrangement inequality: Hardy,
// Littlewood and Polya, Inequalities, 10.2). 1 if x is a permutation of r. A value near 1 says
// that the arrays have the same distribution, so it is no proof of a permutation.
Metric order_share(std::span<const double> actual, std::span<const double> reference);

// |e - gain r| / |r|: the relative RMSE that is left when the common factor is taken out.
// Relative error below 1e-14 where it is above 1e-15 of rel_rmse; 0 at least. Reference zero:
// undefined.
Metric rel_rmse_after_gain(std::span<const double> actual,
                           std::span<const double> reference);

}  // namespace halfulp::metrics
