#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace halfulp::metrics {

using Vector = std::vector<double>;

// Normally distributed numbers.
inline Vector normal(std::size_t n, std::uint64_t seed) {
  std::mt19937_64 generator(seed);
  std::normal_distribution<double> distribution;
  Vector v(n);
  for (double& element : v) element = distribution(generator);
  return v;
}

// a * r + b * s
inline Vector combination(double a, const Vector& r, double b, const Vector& s) {
  Vector v(r.size());
  for (std::size_t i = 0; i < v.size(); ++i) v[i] = a * r[i] + b * s[i];
  return v;
}

inline Vector scaled(double a, const Vector& r) { return combination(a, r, 0.0, r); }

inline std::string reproducer(std::uint64_t seed, std::size_t n) {
  return "normal(" + std::to_string(n) + ", " + std::to_string(seed) + "), seed + 1";
}

}  // namespace halfulp::metrics
