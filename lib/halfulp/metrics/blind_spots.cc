#include "halfulp/metrics/blind_spots.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "halfulp/metrics/error_sums.h"

namespace halfulp::metrics {
namespace {

constexpr std::size_t kTwoPairs = 2;

// No true share is above 1, so this takes nothing away from one. Keeps a NaN.
double at_most_one(double share) { return share > 1 ? 1 : share; }

// The integral of D(t)^2 over all t, D(t) being how many more elements of r than of x are at
// most t. Where D(t) is not 0 some error reaches across t, so that no gap in the sum is larger
// than an error.
DoubleDouble squared_excess(const Pairs& pairs, const Scale& scale) {
  struct Step {
    double at;
    double change;
  };
  std::vector<Step> steps;
  steps.reserve(2 * pairs.used());
  pairs.for_each([&](double x, double r) {
    steps.push_back({x, -1});
    steps.push_back({r, 1});
  });
  std::sort(steps.begin(), steps.end(),
            [](const Step& a, const Step& b) { return a.at < b.at; });
  CompensatedSum sum;
  double excess = 0;
  double last = 0;
  for (const Step& step : steps) {
    if (excess != 0) sum.add_product(excess * excess, scale.down(step.at - last));
    excess += step.change;
    last = step.at;
  }
  return sum.value();
}

// With g the gain, rounded, and p = e - g r: p and e have the same component orthogonal to r,
// whose square is |p|^2 - (p.r)^2 / |r|^2. Because g is right to an ulp, p.r is about
// u |e.r|, and little cancels: see cosine.cc, where x stands for e.
double relative_rest(const Pairs& pairs) {
  const Scale error_scale(largest_error(pairs));
  const Scale scale(largest_reference(pairs));
  const DoubleDouble rr = sum_of_squared_references(pairs, scale);
  const double g =
      quotient(sum_of_errors_times_references(pairs, error_scale, scale), rr).high;
  CompensatedSum pp, pr;
  pairs.for_each([&](double x, double r) {
    const double r_scaled = scale.down(r);
    const double p = std::fma(-g, r_scaled, error_scale.down(x - r));
    pp.add_product(p, p);
    pr.add_product(p, r_scaled);
  });
  const double p_dot_r = pr.value().high;
  const double orthogonal = pp.value().high - p_dot_r / rr.high * p_dot_r;
  // The true value is not negative. The comparison keeps a NaN.
  const double rest = orthogonal < 0 ? 0 : orthogonal;
  return scale_by(std::sqrt(rest / rr.high), error_scale.exponent() - scale.exponent());
}

}  // namespace

Metric scaling_share(std::span<const double> actual,
                     std::span<const double> reference) {
  return measure(
      actual, reference,
      [](const Pairs& pairs) {
        const Scale error_scale(largest_error(pairs));
        const Scale scale(largest_reference(pairs));
        const double er =
            sum_of_errors_times_references(pairs, error_scale, scale).high;
        const double ee = sum_of_squared_errors(pairs, error_scale).high;
        const double rr = sum_of_squared_references(pairs, scale).high;
        return Outcome{at_most_one((er / ee) * (er / rr))};
      },
      kTwoPairs);
}

Metric offset_share(std::span<const double> actual, std::span<const double> reference) {
  return measure(
      actual, reference,
      [](const Pairs& pairs) {
        const Scale scale(largest_error(pairs));
        const double sum = sum_of_errors(pairs, scale).high;
        const double ee = sum_of_squared_errors(pairs, scale).high;
        return Outcome{at_most_one((sum / ee) * (sum / count(pairs).high))};
      },
      kTwoPairs);
}

Metric largest_share(std::span<const double> actual,
                     std::span<const double> reference) {
  return measure(
      actual, reference,
      [](const Pairs& pairs) {
        const double error = largest_error(pairs);
        const Scale scale(error);
        const double largest = scale.down(error);
        const double ee = sum_of_squared_errors(pairs, scale).high;
        return Outcome{at_most_one((largest / ee) * largest)};
      },
      kTwoPairs);
}

Metric order_share(std::span<const double> actual, std::span<const double> reference) {
  return measure(
      actual, reference,
      [](const Pairs& pairs) {
        const Scale scale(largest_error(pairs));
        const double excess = squared_excess(pairs, scale).high;
        const double share = 1 - excess / sum_of_magnitudes(pairs, scale).high;
        return Outcome{share < 0 ? 0 : share};
      },
      kTwoPairs);
}

Metric rel_rmse_after_gain(std::span<const double> actual,
                           std::span<const double> reference) {
  return measure(
      actual, reference,
      [](const Pairs& pairs) { return Outcome{relative_rest(pairs)}; }, kTwoPairs);
}

}  // namespace halfulp::metrics
