#include "halfulp/rounding/rounding_rule.h"

#include <array>
#include <stdexcept>
#include <string>

namespace halfulp {

void require_valid(const RoundingRule& rule) {
  if (rule.random_bits >= 1 && rule.random_bits <= 32) return;
  throw std::invalid_argument("random_bits must be between 1 and 32, got " +
                              std::to_string(rule.random_bits));
}

void require_deterministic(const RoundingRule& rule) {
  if (!is_stochastic(rule.mode)) return;
  throw std::invalid_argument(
      "rounding mode '" + std::string(word_of(rule.mode, rounding_words())) +
      "' needs random bits: pass a random word, or a RandomSource for an array; where "
      "neither can be passed, take another mode");
}

std::span<const Word<Rounding>> rounding_words() {
  static constexpr std::array<Word<Rounding>, 13> words = {{
      {Rounding::nearest_even, "nearest_even"},
      {Rounding::nearest_away, "nearest_away"},
      {Rounding::nearest_toward_zero, "nearest_toward_zero"},
      {Rounding::toward_zero, "toward_zero"},
      {Rounding::up, "up"},
      {Rounding::down, "down"},
      {Rounding::away, "away"},
      {Rounding::odd, "odd"},
      {Rounding::stochastic_a, "stochastic_a"},
      {Rounding::stochastic_b, "stochastic_b"},
      {Rounding::stochastic_c, "stochastic_c"},
      {Rounding::stochastic_equal, "stochastic_equal"},
      {Rounding::stochastic, "stochastic"},
  }};
  return words;
}

std::span<const Word<Overflow>> overflow_words() {
  static constexpr std::array<Word<Overflow>, 5> words = {{
      {Overflow::ieee, "ieee"},
      {Overflow::saturate_finite, "saturate_finite"},
      {Overflow::saturate_propagate, "saturate_propagate"},
      {Overflow::saturate_propagate, "saturate"},
      {Overflow::none, "none"},
  }};
  return words;
}

std::span<const Word<Subnormals>> subnormals_words() {
  static constexpr std::array<Word<Subnormals>, 4> words = {{
      {Subnormals::keep, "keep"},
      {Subnormals::flush_input, "flush_input"},
      {Subnormals::flush_output, "flush_output"},
      {Subnormals::flush_both, "flush_both"},
  }};
  return words;
}

std::span<const Word<InfInput>> inf_input_words() {
  static constexpr std::array<Word<InfInput>, 3> words = {{
      {InfInput::nan, "nan"},
      {InfInput::max, "max"},
      {InfInput::error, "error"},
  }};
  return words;
}

std::span<const Word<NanRule>> nan_words() {
  static constexpr std::array<Word<NanRule>, 3> words = {{
      {NanRule::canonical, "canonical"},
      {NanRule::payload, "payload"},
      {NanRule::error, "error"},
  }};
  return words;
}

}  // namespace halfulp
