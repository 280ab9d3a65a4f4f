#include "halfulp/metrics/errors.h"

#include <cmath>

#include "halfulp/metrics/error_sums.h"

namespace halfulp::metrics {

Metric max_abs(std::span<const double> actual, std::span<const double> reference) {
  return measure(actual, reference,
                 [](const Pairs& pairs) { return Outcome{largest_error(pairs)}; });
}

Metric mean_abs(std::span<const double> actual, std::span<const double> reference) {
  return measure(actual, reference, [](const Pairs& pairs) {
    const Scale scale(largest_error(pairs));
    const DoubleDouble sum = sum_of_magnitudes(pairs, scale);
    return Outcome{scale_by(quotient(sum, count(pairs)).high, scale.exponent())};
  });
}

Metric rmse(std::span<const double> actual, std::span<const double> reference) {
  return measure(actual, reference, [](const Pairs& pairs) {
    const Scale scale(largest_error(pairs));
    const DoubleDouble squares = sum_of_squared_errors(pairs, scale);
    return Outcome{
        scale_by(square_root(quotient(squares, count(pairs))), scale.exponent())};
  });
}

Metric rel_rmse(std::span<const double> actual, std::span<const double> reference) {
  return measure(actual, reference, [](const Pairs& pairs) -> Outcome {
    const double error = largest_error(pairs);
    const double largest = largest_reference(pairs);
    if (error == 0 && largest == 0) return {0, Status::degenerate};
    const Scale error_scale(error);
    const Scale scale(largest);
    // x/0 is infinite: undefined.
    const DoubleDouble ratio = quotient(sum_of_squared_errors(pairs, error_scale),
                                        sum_of_squared_references(pairs, scale));
    return {scale_by(square_root(ratio), error_scale.exponent() - scale.exponent())};
  });
}

Metric gain(std::span<const double> actual, std::span<const double> reference) {
  return measure(actual, reference, [](const Pairs& pairs) {
    const Scale error_scale(largest_error(pairs));
    const Scale scale(largest_reference(pairs));
    const DoubleDouble products =
        sum_of_errors_times_references(pairs, error_scale, scale);
    // 0/0 where the reference is zero: undefined.
    const DoubleDouble slope =
        quotient(products, sum_of_squared_references(pairs, scale));
    return Outcome{scale_by(slope.high, error_scale.exponent() - scale.exponent())};
  });
}

Metric offset(std::span<const double> actual, std::span<const double> reference) {
  return measure(actual, reference, [](const Pairs& pairs) {
    const Scale scale(largest_error(pairs));
    const DoubleDouble sum = sum_of_errors(pairs, scale);
    return Outcome{scale_by(quotient(sum, count(pairs)).high, scale.exponent())};
  });
}

}  // namespace halfulp::metrics
