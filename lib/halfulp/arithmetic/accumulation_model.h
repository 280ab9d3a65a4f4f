#pragma once

#include <optional>
#include <span>

#include "halfulp/base/words.h"
#include "halfulp/formats/format.h"
#include "halfulp/formats/named_formats.h"
#include "halfulp/rounding/rounding_rule.h"

namespace halfulp {

enum class AccumulationOrder {
  sequential,  // index 0 first, one term a step
};

// The names of enumerators, for word_of and parse_word (base/words.h).
std::span<const Word<AccumulationOrder>> accumulation_order_words();

// How a machine computes a sum of products: which number is rounded where, to what.
// One step is s <- round(a*b + s) to `accumulator` where `product` is empty (the product is
// exact), else s <- round(round(a*b) + s), the product rounded to `product` first. Overflow,
// subnormals, infinities and NaN are as the rule of each rounding says (rounding_rule.h).
struct AccumulationModel {
  Format operands = fp64;              // inputs are rounded to it first
  std::optional<Format> product = {};  // empty: exact
  Format accumulator = fp64;           // every partial sum, and the initial value
  AccumulationOrder order = AccumulationOrder::sequential;
  std::optional<Format> output = {};  // empty: the accumulator's format
  RoundingRule operand_rounding = {};
  RoundingRule accumulation_rounding = {};  // of products and partial sums
  RoundingRule output_rounding = {};

  friend bool operator==(const AccumulationModel&, const AccumulationModel&) = default;

  const Format& output_format() const { return output ? *output : accumulator; }
};

// Returns `model` if it is valid, else throws std::invalid_argument naming the field.
// A format that rounds products or sums must have a sign, zero and NaN, which they may need.
// A rounding must be deterministic: a model has no source of random numbers.
const AccumulationModel& require_valid(const AccumulationModel& model);

}  // namespace halfulp
