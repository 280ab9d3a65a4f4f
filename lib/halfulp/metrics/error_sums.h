#pragma once

#include "halfulp/metrics/compensated_sum.h"
#include "halfulp/metrics/pairs.h"
#include "halfulp/metrics/scale.h"

namespace halfulp::metrics {

// Magnitudes and sums from which the metrics of the error e = x - r are made. Scaled sums are
// of scale.down(...), so that no square overflows; an infinite difference makes them NaN.

// max |x - r|: infinite if a difference is.
double largest_error(const Pairs& pairs);
double largest_reference(const Pairs& pairs);

DoubleDouble sum_of_errors(const Pairs& pairs, const Scale& scale);
DoubleDouble sum_of_magnitudes(const Pairs& pairs, const Scale& scale);  // of errors
DoubleDouble sum_of_squared_errors(const Pairs& pairs, const Scale& scale);
DoubleDouble sum_of_squared_references(const Pairs& pairs, const Scale& scale);

// sum e r, with a scale for each factor.
DoubleDouble sum_of_errors_times_references(const Pairs& pairs,
                                            const Scale& error_scale,
                                            const Scale& reference_scale);

inline DoubleDouble count(const Pairs& pairs) {
  return {static_cast<double>(pairs.used()), 0};
}

}  // namespace halfulp::metrics
