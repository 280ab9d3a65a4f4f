#include "halfulp/arithmetic/accumulation_model.h"

#include <array>
#include <stdexcept>
#include <string>

#include "halfulp/formats/registry.h"

namespace halfulp {
namespace {

[[noreturn]] void refuse(std::string_view field, std::string_view reason) {
  throw std::invalid_argument("model field '" + std::string(field) +
                              "': " + std::string(reason));
}

void require_field(const Format& format, std::string_view field) {
  try {
    require_valid(format);
  } catch (const std::invalid_argument& error) {
    refuse(field, error.what());
  }
}

void require_sums_in(const Format& format, std::string_view field) {
  require_field(format, field);
  if (format.has_sign && format.has_zero && format.has_nan()) return;
  refuse(field, "format '" + std::string(format.name.view()) +
                    "' must have a sign, a zero and a NaN, which sums need");
}

void require_field(const RoundingRule& rule, std::string_view field) {
  try {
    require_valid(rule);
    require_deterministic(rule);
  } catch (const std::invalid_argument& error) {
    refuse(field, error.what());
  }
}

}  // namespace

std::span<const Word<AccumulationOrder>> accumulation_order_words() {
  static constexpr std::array<Word<AccumulationOrder>, 1> words = {{
      {AccumulationOrder::sequential, "sequential"},
  }};
  return words;
}

const AccumulationModel& require_valid(const AccumulationModel& model) {
  require_field(model.operands, "operands");
  if (model.product) require_sums_in(*model.product, "product");
  require_sums_in(model.accumulator, "accumulator");
  if (model.output) require_field(*model.output, "output");
  require_field(model.operand_rounding, "operand_rounding");
  require_field(model.accumulation_rounding, "accumulation_rounding");
  require_field(model.output_rounding, "output_rounding");
  return model;
}

}  // namespace halfulp
