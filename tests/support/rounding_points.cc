#include "support/rounding_points.h"

#include <bit>
#include <cmath>
#include <limits>
#include <sstream>

#include "support/code_table.h"

namespace halfulp::testing {

std::vector<RoundingRule> all_rules() {
  std::vector<RoundingRule> rules;
  for (Rounding mode : kModes) {
    for (Overflow overflow : kOverflows) {
      for (Subnormals subnormals : kSubnormals)
        rules.push_back({mode, overflow, subnormals});
    }
  }
  return rules;
}

std::vector<RoundingRule> rules_one_word_at_a_time() {
  std::vector<RoundingRule> rules;
  for (const RoundingRule& rule : all_rules()) {
    if (rule.overflow == Overflow::ieee || rule.subnormals == Subnormals::keep) {
      rules.push_back(rule);
    }
  }
  return rules;
}

std::string show(const RoundingRule& rule) {
  std::ostringstream out;
  out << '{' << word_of(rule.mode, rounding_words()) << ", "
      << word_of(rule.overflow, overflow_words()) << ", "
      << word_of(rule.subnormals, subnormals_words()) << '}';
  return out.str();
}

void append_with_neighbours(double x, std::vector<double>& points) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  points.push_back(x);
  points.push_back(std::nextafter(x, kInfinity));
  points.push_back(std::nextafter(x, -kInfinity));
  const float narrow = static_cast<float>(x);
  if (static_cast<double>(narrow) != x || std::isinf(narrow)) return;
  const float inf = std::numeric_limits<float>::infinity();
  points.push_back(static_cast<double>(std::nextafterf(narrow, inf)));
  points.push_back(static_cast<double>(std::nextafterf(narrow, -inf)));
}

std::vector<double> hard_points(const Format& format, std::size_t stride) {
  const auto values = sorted_values(format);
  std::vector<double> points;
  for (std::size_t i = 0; i + 1 < values.size(); i += stride) {
    append_with_neighbours(values[i].value, points);
    append_with_neighbours(middle_of(values[i].value, values[i + 1].value), points);
  }
  const double max = values.back().value;
  const double beyond = documented_beyond_max(format);
  for (double x : {max, middle_of(max, beyond), beyond, 2 * beyond, values[0].value / 2,
                   -values[1].value / 2, -values[1].value, -1.0, -beyond,
                   -middle_of(max, beyond), -2 * beyond, 1e9, -1e300, 0.0}) {
    append_with_neighbours(x, points);
  }
  for (double x : {-0.0, 0x1p-1074, -0x1p-1074, 0x1p-1022, -0x1p-1022,
                   0x1.fffffffffffffp+1023, -0x1.fffffffffffffp+1023}) {
    points.push_back(x);
  }
  std::erase_if(points, [](double x) { return std::isinf(x); });
  return points;
}

// SplitMix64 (Steele, Lea, Flood 2014).
std::uint64_t Random::bits() {
  std::uint64_t z = (state_ += 0x9E3779B97F4A7C15);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
  return z ^ (z >> 31);
}

int Random::between(int low, int high) {
  return low + static_cast<int>(bits() % static_cast<std::uint64_t>(high - low + 1));
}

double Random::any_double() {
  for (;;) {
    const double x = std::bit_cast<double>(bits());
    if (std::isfinite(x)) return x;
  }
}

double Random::near_one(int exponent) {
  const double fraction = std::ldexp(static_cast<double>(bits() >> 12), -52);
  const double sign = bits() % 2 == 0 ? 1 : -1;
  return std::ldexp(sign * (1 + fraction), between(-exponent, exponent));
}

}  // namespace halfulp::testing
