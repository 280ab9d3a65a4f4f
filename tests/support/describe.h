#pragma once

#include <string>

#include "halfulp/base/text.h"
#include "halfulp/formats/format.h"
#include "halfulp/rounding/rounding_rule.h"

namespace halfulp::testing {

// {"fp16", 16, 11, 15, -14, "ieee"} and what is unusual, for messages of failed tests.
inline std::string describe(const Format& f) {
  std::string text(f.name.view());
  text += " (width " + std::to_string(f.width) + ", p " + std::to_string(f.precision) +
          ", emax " + std::to_string(f.emax) + ", emin " + std::to_string(f.emin) + ")";
  return text;
}

inline std::string describe(const RoundingRule& rule) {
  std::string text = "rounding ";
  text += word_of(rule.mode, rounding_words());
  text += ", overflow ";
  text += word_of(rule.overflow, overflow_words());
  text += ", subnormals ";
  text += word_of(rule.subnormals, subnormals_words());
  text += ", inf_input ";
  text += word_of(rule.inf_input, inf_input_words());
  text += ", nan ";
  text += word_of(rule.nan, nan_words());
  return text;
}

// The number and its pattern, which tells NaNs apart.
inline std::string describe(double x) {
  return hex_float(x) + " [" + hex(bits_of(x)) + "]";
}
inline std::string describe(float x) {
  return hex_float(widen(x)) + " [" + hex(std::bit_cast<std::uint32_t>(x)) + "]";
}

}  // namespace halfulp::testing
