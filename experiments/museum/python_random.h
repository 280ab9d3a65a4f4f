#pragma once

#include <cstdint>
#include <optional>
#include <random>

namespace halfulp::experiments {

// CPython's random.Random(seed), for a non-negative integer seed: the same numbers in the
// same order, but for the last digit of some normal deviates.
//
// CPython's gauss takes log, cos and sin from the C library, which rounds some of them wrongly,
// and which ones differs from library to library. Here they are correctly rounded: of the
// 33,024 draws of the museum with seed 0, 52 differ from CPython's on glibc 2.36.
class PythonRandom {
 public:
  explicit PythonRandom(std::uint64_t seed);

  // Uniform in [0, 1): a multiple of 2^-53.
  double random();

  // A normal deviate by the method of Box and Muller (Ann. Math. Statist. 29 (1958) 610),
  // which makes two at a time: the second is kept for the next call, as CPython does.
  double gauss(double mu, double sigma);

 private:
  std::mt19937 generator_;
  std::optional<double> next_gauss_;
};

}  // namespace halfulp::experiments
