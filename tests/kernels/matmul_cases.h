#pragma once

#include <algorithm>
#include <random>
#include <string_view>
#include <vector>

#include "halfulp/arithmetic/accumulation_model.h"
#include "halfulp/base/matrix.h"

namespace halfulp::testing {

using Random = std::mt19937_64;

// A kind of operands for sums in a given accumulator format.
enum class Data {
  unit,         // products near 1
  subnormal,    // products near the accumulator's smallest numbers
  overflowing,  // sums that reach its largest ones
  wide,         // exponents from all of its range
  cancelling,   // small integers: exact ties and exact zeros
  special,      // some infinities, NaNs and zeros of both signs
};

inline constexpr Data kAllData[] = {Data::unit, Data::subnormal,  Data::overflowing,
                                    Data::wide, Data::cancelling, Data::special};

inline std::string_view name_of(Data data) {
  constexpr std::string_view names[] = {"unit", "subnormal",  "overflowing",
                                        "wide", "cancelling", "special"};
  return names[static_cast<int>(data)];
}

inline std::vector<Rounding> deterministic_modes() {
  std::vector<Rounding> modes;
  for (const auto& word : rounding_words()) {
    if (!is_stochastic(word.value)) modes.push_back(word.value);
  }
  return modes;
}

inline int uniform(Random& random, int least, int greatest) {
  return std::uniform_int_distribution<int>(least, greatest)(random);
}

// +-m * 2^exponent with m in [1, 2), of 53 bits or of few.
inline double random_number(Random& random, int exponent) {
  const int bits = uniform(random, 0, 1) == 0 ? 52 : uniform(random, 0, 10);
  const std::uint64_t fraction = random() >> 12 >> (52 - bits) << (52 - bits);
  const double m = from_bits((std::uint64_t{1023} << 52) | fraction);
  const double magnitude = m * power_of_two(std::clamp(exponent, -1022, 1022));
  return random() % 2 == 0 ? magnitude : -magnitude;
}

inline double random_special(Random& random) {
  switch (uniform(random, 0, 12)) {
    case 0:
      return from_bits(0x7FF0000000000000);
    case 1:
      return from_bits(0xFFF0000000000000);
    case 2:
      return from_bits(0xFFF8000000000123);
    case 3:
    case 4:
      return 0.0;
    case 5:
    case 6:
      return -0.0;
    default:
      return random_number(random, 0);
  }
}

// An entry whose product with another is of the kind; `power`: 1 for operands, 2 for sums.
inline double random_entry(Random& random, Data data, const Format& sums, int power) {
  const int least = sums.emin - sums.precision;
  switch (data) {
    case Data::unit:
      return random_number(random, uniform(random, -1, 1));
    case Data::subnormal:
      return random_number(random, power * (sums.emin + uniform(random, -8, 1)) / 2);
    case Data::overflowing:
      return random_number(random, power * (sums.emax + uniform(random, -4, 1)) / 2);
    case Data::wide:
      return random_number(random, power * uniform(random, least, sums.emax) / 2);
    case Data::cancelling:
      return uniform(random, -2, 2) * (uniform(random, 0, 20) == 0 ? -0.0 : 1.0);
    case Data::special:
      return random_special(random);
  }
  return 0.0;
}

inline Matrix random_matrix(Random& random, Eigen::Index rows, Eigen::Index columns,
                            Data data, const Format& sums, int power) {
  Matrix m(rows, columns);
  for (Eigen::Index i = 0; i < rows; ++i) {
    for (Eigen::Index j = 0; j < columns; ++j)
      m(i, j) = random_entry(random, data, sums, power);
  }
  return m;
}

// A model and what to multiply with it.
struct MatmulCase {
  AccumulationModel model;
  Matrix a, b, c;
};

}  // namespace halfulp::testing
