#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "halfulp/formats/format.h"
#include "halfulp/rounding/rounding_rule.h"

namespace halfulp::testing {

inline constexpr std::array kModes = {
    Rounding::nearest_even, Rounding::nearest_away, Rounding::nearest_toward_zero,
    Rounding::toward_zero,  Rounding::up,           Rounding::down,
    Rounding::away,         Rounding::odd};
inline constexpr std::array kOverflows = {Overflow::ieee, Overflow::saturate_finite,
                                          Overflow::saturate_propagate, Overflow::none};
inline constexpr std::array kSubnormals = {Subnormals::keep, Subnormals::flush_input,
                                           Subnormals::flush_output,
                                           Subnormals::flush_both};

// All deterministic modes with all overflow and subnormal words: 128 rules.
std::vector<RoundingRule> all_rules();

// The overflow words with subnormals kept, and the subnormal words with IEEE overflow, for
// formats with so many values that the product of both would take too long.
std::vector<RoundingRule> rules_one_word_at_a_time();

// "{nearest_even, ieee, keep}", for messages.
std::string show(const RoundingRule& rule);

// What is hard to round to `format` (at most 20 bits): each of its values, each midpoint of
// neighbours, and the binary32 and binary64 numbers next to those; the ends of binary64.
// `stride` takes only every so many values.
std::vector<double> hard_points(const Format& format, std::size_t stride = 1);

// The value, its binary32 and its binary64 neighbours.
void append_with_neighbours(double x, std::vector<double>& points);

// Reproducible random bits; print seed() when a test fails.
class Random {
 public:
  explicit Random(std::uint64_t seed) : seed_(seed), state_(seed) {}
  std::uint64_t seed() const { return seed_; }
  std::uint64_t bits();            // 64 of them
  int between(int low, int high);  // both included
  double any_double();             // any sign and exponent; finite
  double near_one(int exponent);   // sign and fraction at random, 2^+-exponent

 private:
  std::uint64_t seed_, state_;
};

}  // namespace halfulp::testing
