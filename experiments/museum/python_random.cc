#include "experiments/museum/python_random.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>
#include <utility>
#include <vector>

#include "halfulp/base/fp_environment.h"
#include "halfulp/reference/functions.h"

namespace halfulp::experiments {
namespace {

constexpr double kTwoPi = 0x1.921fb54442d18p+2;

// How CPython makes a state of the Mersenne Twister from an integer: init_by_array of
// Matsumoto and Nishimura's mt19937ar.c, whose key is the integer's 32-bit digits. As a seed
// sequence: std::mt19937 takes the 624 words that it generates as its state.
class IntegerSeed {
 public:
  using result_type = std::uint32_t;

  explicit IntegerSeed(std::uint64_t seed) {
    do {
      key_.push_back(static_cast<std::uint32_t>(seed));
      seed >>= 32;
    } while (seed != 0);
  }

  template <class Iterator>
  void generate(Iterator first, Iterator /*last*/) const {
    State state = linear_congruential(19650218);
    std::size_t i = 1;
    for (std::size_t k = 0; k < kWords; ++k) {
      const std::size_t j = k % key_.size();
      state[i] = (state[i] ^ (mixed(state[i - 1]) * 1664525)) + key_[j] +
                 static_cast<std::uint32_t>(j);
      i = next(state, i);
    }
    for (std::size_t k = 0; k < kWords - 1; ++k) {
      state[i] = (state[i] ^ (mixed(state[i - 1]) * 1566083941)) -
                 static_cast<std::uint32_t>(i);
      i = next(state, i);
    }
    state[0] = 0x80000000;
    std::copy(state.begin(), state.end(), first);
  }

 private:
  static constexpr std::size_t kWords = std::mt19937::state_size;
  using State = std::array<std::uint32_t, kWords>;

  static std::uint32_t mixed(std::uint32_t word) { return word ^ (word >> 30); }

  static State linear_congruential(std::uint32_t first) {
    State state{first};
    for (std::size_t i = 1; i < kWords; ++i)
      state[i] = 1812433253 * mixed(state[i - 1]) + static_cast<std::uint32_t>(i);
    return state;
  }

  // The index after i, cyclic; on the way round, word 0 becomes the predecessor of word 1.
  static std::size_t next(State& state, std::size_t i) {
    if (i + 1 < kWords) return i + 1;
    state[0] = state[kWords - 1];
    return 1;
  }

  std::vector<std::uint32_t> key_;
};

std::mt19937 generator_from(std::uint64_t seed) {
  IntegerSeed sequence(seed);
  return std::mt19937(sequence);
}

// Two independent normal deviates from two uniform ones, with CPython's operations.
std::pair<double, double> box_muller(double u, double v) {
  return in_default_fp_environment([&] {
    const double angle = u * kTwoPi;
    const double radius = std::sqrt(-2.0 * reference::log(1.0 - v));
    return std::pair(reference::cos(angle) * radius, reference::sin(angle) * radius);
  });
}

}  // namespace

PythonRandom::PythonRandom(std::uint64_t seed) : generator_(generator_from(seed)) {}

double PythonRandom::random() {
  const auto high = static_cast<double>(generator_() >> 5);  // 27 bits
  const auto low = static_cast<double>(generator_() >> 6);   // 26 bits
  return (high * 0x1p26 + low) * 0x1p-53;                    // exact
}

double PythonRandom::gauss(double mu, double sigma) {
  double z;
  if (next_gauss_) {
    z = *next_gauss_;
    next_gauss_.reset();
  } else {
    const double u = random();
    std::tie(z, next_gauss_) = box_muller(u, random());
  }
  return in_default_fp_environment([&] { return mu + z * sigma; });
}

}  // namespace halfulp::experiments
