#include "halfulp/metrics/errors.h"

#include <algorithm>
#include <cmath>

#include "halfulp/metrics/compensated_sum.h"
#include "halfulp/metrics/pairs.h"
#include "halfulp/metrics/scale.h"

namespace halfulp::metrics {
namespace {

// max |x - r|: infinite if a difference is.
double largest_error(const Pairs& pairs) {
  double largest = 0;
  pairs.for_each(
      [&](double x, double r) { largest = std::max(largest, std::abs(x - r)); });
  return largest;
}

double largest_reference(const Pairs& pairs) {
  double largest = 0;
  pairs.for_each([&](double, double r) { largest = std::max(largest, std::abs(r)); });
  return largest;
}

// In the following sums, of scaled numbers, an infinite difference gives a NaN.

DoubleDouble sum_of_squared_errors(const Pairs& pairs, const Scale& scale) {
  CompensatedSum sum;
  pairs.for_each([&](double x, double r) {
    const double e = scale.down(x - r);
    sum.add_product(e, e);
  });
  return sum.value();
}

DoubleDouble sum_of_squared_references(const Pairs& pairs, const Scale& scale) {
  CompensatedSum sum;
  pairs.for_each([&](double, double r) {
    const double scaled = scale.down(r);
    sum.add_product(scaled, scaled);
  });
  return sum.value();
}

DoubleDouble count(const Pairs& pairs) {
  return {static_cast<double>(pairs.used()), 0};
}

}  // namespace

Metric max_abs(std::span<const double> actual, std::span<const double> reference) {
  return measure(actual, reference,
                 [](const Pairs& pairs) { return Outcome{largest_error(pairs)}; });
}

Metric mean_abs(std::span<const double> actual, std::span<const double> reference) {
  return measure(actual, reference, [](const Pairs& pairs) {
    const Scale scale(largest_error(pairs));
    CompensatedSum sum;
    pairs.for_each([&](double x, double r) { sum.add(std::abs(scale.down(x - r))); });
    return Outcome{
        scale_by(quotient(sum.value(), count(pairs)).high, scale.exponent())};
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
    CompensatedSum products;
    pairs.for_each([&](double x, double r) {
      products.add_product(error_scale.down(x - r), scale.down(r));
    });
    // 0/0 where the reference is zero: undefined.
    const DoubleDouble slope =
        quotient(products.value(), sum_of_squared_references(pairs, scale));
    return Outcome{scale_by(slope.high, error_scale.exponent() - scale.exponent())};
  });
}

Metric offset(std::span<const double> actual, std::span<const double> reference) {
  return measure(actual, reference, [](const Pairs& pairs) {
    const Scale scale(largest_error(pairs));
    CompensatedSum sum;
    pairs.for_each([&](double x, double r) { sum.add(scale.down(x - r)); });
    return Outcome{
        scale_by(quotient(sum.value(), count(pairs)).high, scale.exponent())};
  });
}

}  // namespace halfulp::metrics
