#include "halfulp/metrics/error_sums.h"

#include <algorithm>
#include <cmath>

namespace halfulp::metrics {

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

DoubleDouble sum_of_errors(const Pairs& pairs, const Scale& scale) {
  CompensatedSum sum;
  pairs.for_each([&](double x, double r) { sum.add(scale.down(x - r)); });
  return sum.value();
}

DoubleDouble sum_of_magnitudes(const Pairs& pairs, const Scale& scale) {
  CompensatedSum sum;
  pairs.for_each([&](double x, double r) { sum.add(std::abs(scale.down(x - r))); });
  return sum.value();
}

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

DoubleDouble sum_of_errors_times_references(const Pairs& pairs,
                                            const Scale& error_scale,
                                            const Scale& reference_scale) {
  CompensatedSum sum;
  pairs.for_each([&](double x, double r) {
    sum.add_product(error_scale.down(x - r), reference_scale.down(r));
  });
  return sum.value();
}

}  // namespace halfulp::metrics
