#include "halfulp/metrics/cosine.h"

#include <algorithm>
#include <cmath>

#include "halfulp/metrics/compensated_sum.h"
#include "halfulp/metrics/pairs.h"
#include "halfulp/metrics/scale.h"

namespace halfulp::metrics {
namespace {

// How 1 - cosine is found without the cancellation.
//
// For any g let e = x - g r. Then e and x have the same component p orthogonal to r, so
//
//   sin^2 = |p|^2 / |x|^2 = (|e|^2 - (e.r)^2 / |r|^2) / |x|^2,
//   1 - cos = sin^2 / (1 + cos),
//
// whatever g. The nearer g is to x.r / |r|^2, the less cancels in the middle: with
// g = (x.r / |r|^2) (1 + d), |d| <= u = 2^-53 but for the error of the sum,
//
//   |e|^2 = |x|^2 (sin^2 + d^2 cos^2),  (e.r)^2 / |r|^2 = |x|^2 d^2 cos^2.
//
// A radial error, however large, is in g and does not enter e. Each e_i is rounded once
// (fma), which changes |e|^2 by at most 2u of it and e.r by at most u |e| |r|. Hence the
// relative error of sin^2, with s = |sin|:
//
//   2u (1 + u^2 / s^2) + 2 u^2 sqrt(s^2 + u^2) / s^2 + u^2 (s^2 + u^2) / s^2.
//
// The other roundings on the way to 1 - cos, those of the sums and of cos included, add 9u.
// That is 12u for s >= 2^-46 and 16u at s = u; below, the error grows as 4 u^3 / s^2 and
// reaches 1e-10 at 1 - cos = s^2 / 2 = 3e-38. This floor is the rounding of g; where g is
// exact, as for x very near r or 2 r, there is none.
//
// Where cos <= 1/2 nothing cancels in 1 - cos, and cos itself is better known from its
// definition than from sin.
struct Angle {
  double cosine;
  double one_minus_cosine;
};

struct Scales {
  Scale x;
  Scale r;
};

struct InnerProducts {
  DoubleDouble xx;
  DoubleDouble rr;
  DoubleDouble xr;
};

Scales scales_of(const Pairs& pairs) {
  double largest_x = 0;
  double largest_r = 0;
  pairs.for_each([&](double x, double r) {
    largest_x = std::max(largest_x, std::abs(x));
    largest_r = std::max(largest_r, std::abs(r));
  });
  return {Scale(largest_x), Scale(largest_r)};
}

InnerProducts inner_products(const Pairs& pairs, const Scales& scales) {
  CompensatedSum xx, rr, xr;
  pairs.for_each([&](double x, double r) {
    const double x_scaled = scales.x.down(x);
    const double r_scaled = scales.r.down(r);
    xx.add_product(x_scaled, x_scaled);
    rr.add_product(r_scaled, r_scaled);
    xr.add_product(x_scaled, r_scaled);
  });
  return {xx.value(), rr.value(), xr.value()};
}

// The square of the sine, by the first formula above.
double squared_sine(const Pairs& pairs, const Scales& scales,
                    const InnerProducts& products) {
  const double g = quotient(products.xr, products.rr).high;
  CompensatedSum ee, er;
  pairs.for_each([&](double x, double r) {
    const double r_scaled = scales.r.down(r);
    const double e = std::fma(-g, r_scaled, scales.x.down(x));
    ee.add_product(e, e);
    er.add_product(e, r_scaled);
  });
  const double e_dot_r = er.value().high;
  const double along_r = e_dot_r / products.rr.high * e_dot_r;
  // The true value is not negative, so this takes nothing away from it.
  const double orthogonal = std::max(0.0, ee.value().high - along_r);
  return orthogonal / products.xx.high;
}

// NaNs for a zero vector.
Angle angle_between(const Pairs& pairs) {
  const Scales scales = scales_of(pairs);
  const InnerProducts products = inner_products(pairs, scales);
  const double norms = std::sqrt(products.xx.high * products.rr.high);
  // The true value is in [-1, 1], so the nearest end is no worse.
  const double cosine = std::clamp(products.xr.high / norms, -1.0, 1.0);
  if (!(cosine > 0.5)) return {cosine, 1 - cosine};

  const double difference = squared_sine(pairs, scales, products) / (1 + cosine);
  return {1 - difference, difference};
}

// The definition, literally: see the header.
double one_minus_cosine_left_to_right(const Pairs& pairs) {
  double dot = 0, nx = 0, nr = 0;
  pairs.for_each([&](double x, double r) {
    dot += x * r;
    nx += x * x;
    nr += r * r;
  });
  const double norms = nx * nr;
  // Out of range: dot / infinity would come out as a harmless 0.
  if (is_infinite(norms)) return norms;
  return 1 - dot / std::sqrt(norms);
}

}  // namespace

Metric cosine(std::span<const double> actual, std::span<const double> reference) {
  return measure(
      actual, reference,
      [](const Pairs& pairs) { return Outcome{angle_between(pairs).cosine}; }, 2);
}

Metric one_minus_cosine(std::span<const double> actual,
                        std::span<const double> reference) {
  return measure(
      actual, reference,
      [](const Pairs& pairs) { return Outcome{angle_between(pairs).one_minus_cosine}; },
      2);
}

Metric one_minus_cosine_binary64(std::span<const double> actual,
                                 std::span<const double> reference) {
  return measure(
      actual, reference,
      [](const Pairs& pairs) { return Outcome{one_minus_cosine_left_to_right(pairs)}; },
      2);
}

}  // namespace halfulp::metrics
