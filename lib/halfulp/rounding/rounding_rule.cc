#include "halfulp/rounding/rounding_rule.h"

#include <array>

namespace halfulp {

std::span<const Word<Rounding>> rounding_words() {
  static constexpr std::array<Word<Rounding>, 6> words = {{
      {Rounding::nearest_even, "nearest_even"},
      {Rounding::nearest_away, "nearest_away"},
      {Rounding::toward_zero, "toward_zero"},
      {Rounding::up, "up"},
      {Rounding::down, "down"},
      {Rounding::odd, "odd"},
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
