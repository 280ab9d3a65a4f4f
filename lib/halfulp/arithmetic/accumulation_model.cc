#include "halfulp/arithmetic/accumulation_model.h"

#include <array>
#include <stdexcept>
#include <string>

#include "halfulp/formats/registry.h"

namespace halfulp {
namespace {

void require_sums_in(const Format& format, std::string_view field) {
  require_valid(format);
  if (format.has_sign && format.has_zero && format.has_nan()) return;
  throw std::invalid_argument("model field '" + std::string(field) + "': format '" +
                              std::string(format.name.view()) +
                              "' must have a sign, a zero and a NaN, which sums need");
}

}  // namespace

std::span<const Word<AccumulationOrder>> accumulation_order_words() {
  static constexpr std::array<Word<AccumulationOrder>, 1> words = {{
      {AccumulationOrder::sequential, "sequential"},
  }};
  return words;
}

const AccumulationModel& require_valid(const AccumulationModel& model) {
  require_valid(model.operands);
  if (model.product) require_sums_in(*model.product, "product");
  require_sums_in(model.accumulator, "accumulator");
  if (model.output) require_valid(*model.output);
  return model;
}

}  // namespace halfulp
