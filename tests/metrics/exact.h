#pragma once

// The metrics from their definitions, in arithmetic of 700 decimal digits.

#include <boost/multiprecision/mpfr.hpp>
#include <span>

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

}  // namespace halfulp::metrics
