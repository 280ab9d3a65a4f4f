#pragma once

// The metrics from their definitions, in arithmetic of 700 decimal digits.

#include <algorithm>
#include <boost/multiprecision/mpfr.hpp>
#include <span>
#include <vector>

#include "halfulp/metrics/metric.h"

namespace halfulp::metrics {

using Real =
    boost::multiprecision::number<boost::multiprecision::mpfr_float_backend<700>,
                                  boost::multiprecision::et_off>;

using Numbers = std::span<const double>;

inline const Real kUnitRoundoff = ldexp(Real(1), -53);

// RN(x - r): 700 digits hold the difference of numbers of similar size exactly, and MPFR
// rounds to binary64 once.
inline double difference(double x, double r) {
  return static_cast<double>(Real(x) - Real(r));
}

inline Real dot(Numbers x, Numbers r) {
  Real sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += Real(x[i]) * Real(r[i]);
  return sum;
}

template <class Term>
Real sum_over_errors(Numbers x, Numbers r, Term term) {
  Real sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    sum += term(Real(difference(x[i], r[i])), Real(r[i]));
  }
  return sum;
}

inline Real squared_errors(Numbers x, Numbers r) {
  return sum_over_errors(x, r, [](const Real& e, const Real&) { return Real(e * e); });
}

inline Real exact_mean_abs(Numbers x, Numbers r) {
  return sum_over_errors(x, r,
                         [](const Real& e, const Real&) { return Real(abs(e)); }) /
         x.size();
}

inline Real exact_rmse(Numbers x, Numbers r) {
  return sqrt(squared_errors(x, r) / x.size());
}

inline Real exact_rel_rmse(Numbers x, Numbers r) {
  return sqrt(squared_errors(x, r) / dot(r, r));
}

inline Real exact_gain(Numbers x, Numbers r) {
  return sum_over_errors(x, r,
                         [](const Real& e, const Real& v) { return Real(e * v); }) /
         dot(r, r);
}

inline Real exact_offset(Numbers x, Numbers r) {
  return sum_over_errors(x, r, [](const Real& e, const Real&) { return e; }) / x.size();
}

inline Real exact_cosine(Numbers x, Numbers r) {
  return dot(x, r) / sqrt(dot(x, x) * dot(r, r));
}

inline Real exact_one_minus_cosine(Numbers x, Numbers r) {
  return 1 - exact_cosine(x, r);
}

// (e.v)^2 / (e.e v.v), v being the reference or all ones.
inline Real exact_scaling_share(Numbers x, Numbers r) {
  const Real er =
      sum_over_errors(x, r, [](const Real& e, const Real& v) { return Real(e * v); });
  return er * er / (squared_errors(x, r) * dot(r, r));
}

inline Real exact_offset_share(Numbers x, Numbers r) {
  const Real sum = sum_over_errors(x, r, [](const Real& e, const Real&) { return e; });
  return sum * sum / (squared_errors(x, r) * x.size());
}

inline Real exact_largest_share(Numbers x, Numbers r) {
  Real largest = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const Real e = difference(x[i], r[i]);
    if (e * e > largest) largest = e * e;
  }
  return largest / squared_errors(x, r);
}

inline std::vector<double> ascending(Numbers x) {
  std::vector<double> v(x.begin(), x.end());
  std::stable_sort(v.begin(), v.end());
  return v;
}

// From the definition, level by level.
inline Real exact_order_share(Numbers x, Numbers r) {
  const std::vector<double> a = ascending(x), b = ascending(r);
  std::vector<double> levels = a;
  levels.insert(levels.end(), b.begin(), b.end());
  levels = ascending(levels);
  const auto at_most = [](double t, const std::vector<double>& v) {
    return Real(std::upper_bound(v.begin(), v.end(), t) - v.begin());
  };
  Real integral = 0;
  for (std::size_t k = 0; k + 1 < levels.size(); ++k) {
    const Real excess = at_most(levels[k], b) - at_most(levels[k], a);
    integral += excess * excess * (Real(levels[k + 1]) - levels[k]);
  }
  const Real share = 1 - integral / (exact_mean_abs(x, r) * x.size());
  return share < 0 ? Real(0) : share;
}

inline Real exact_rel_rmse_after_gain(Numbers x, Numbers r) {
  const Real gain = exact_gain(x, r);
  const Real rest = sum_over_errors(x, r, [&](const Real& e, const Real& v) {
    return Real((e - gain * v) * (e - gain * v));
  });
  return sqrt(rest / dot(r, r));
}

}  // namespace halfulp::metrics
