#pragma once

#include <bit>
#include <cstdint>
#include <string>

#include "halfulp/arithmetic/accumulation_model.h"
#include "halfulp/base/text.h"

namespace halfulp::testing {

// What the messages of failed tests say.
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

inline std::string describe(const AccumulationModel& model) {
  std::string text = "operands " + describe(model.operands);
  text += "\nproduct " + (model.product ? describe(*model.product) : "exact");
  text += "\naccumulator " + describe(model.accumulator);
  text += "\noutput " + describe(model.output_format());
  text += "\noperands: " + describe(model.operand_rounding);
  text += "\nsums: " + describe(model.accumulation_rounding);
  text += "\noutput: " + describe(model.output_rounding);
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
