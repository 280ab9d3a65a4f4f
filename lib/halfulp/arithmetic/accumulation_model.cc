#include "halfulp/arithmetic/accumulation_model.h"

#include <array>
#include <stdexcept>
#include <string>

#include "halfulp/base/text.h"
#include "halfulp/formats/registry.h"
#include "halfulp/rounding/round.h"

namespace halfulp {
namespace {

[[noreturn]] void refuse(std::string_view field, std::string_view reason) {
  throw std::invalid_argument("model field '" + std::string(field) +
                              "': " + std::string(reason));
}

void require(bool condition, std::string_view field, std::string_view reason) {
  if (!condition) refuse(field, reason);
}

void require_between(int value, int least, int most, std::string_view field) {
  require(least <= value && value <= most, field,
          "must be from " + std::to_string(least) + " to " + std::to_string(most) +
              ", got " + std::to_string(value));
}

void require_field(const Format& format, std::string_view field) {
  try {
    require_valid(format);
  } catch (const std::invalid_argument& error) {
    refuse(field, error.what());
  }
}

void require_rule(const RoundingRule& rule, std::string_view field) {
  try {
    require_valid(rule);
  } catch (const std::invalid_argument& error) {
    refuse(field, error.what());
  }
}

void require_deterministic_rule(const RoundingRule& rule, std::string_view field) {
  require_rule(rule, field);
  try {
    require_deterministic(rule);
  } catch (const std::invalid_argument& error) {
    refuse(field, error.what());
  }
}

// Whether all that operands may be are finite numbers: then sums need no NaN.
bool has_finite_operands(const AccumulationModel& model) {
  for (const Format& f : {model.left_format(), model.right_format()}) {
    if (f.has_nan() || f.has_infinity()) return false;
  }
  return true;
}

void require_sums_in(const Format& format, std::string_view field,
                     const AccumulationModel& model) {
  require_field(format, field);
  const bool has_all = format.has_sign && format.has_zero &&
                       (format.has_nan() || has_finite_operands(model));
  require(has_all, field,
          "format '" + std::string(format.name.view()) +
              "' must have a sign, a zero and a NaN, which sums need");
}

// Whether `outer` holds every number of `inner`, so that rounding to it is exact.
bool holds(const Format& outer, const Format& inner) {
  return outer.precision >= inner.precision && outer.emax >= inner.emax &&
         outer.quantum_exponent(outer.emin) <= inner.quantum_exponent(inner.emin);
}

void require_formats(const AccumulationModel& model) {
  require_field(model.operands, "operands");
  if (model.right_operands) require_field(*model.right_operands, "right_operands");
  if (model.multiplier) {
    require_field(*model.multiplier, "multiplier");
    require(model.fixed_point.has_value(), "multiplier",
            "matters in a fixed-point sum only: give fixed_point");
    require(holds(*model.multiplier, model.left_format()) &&
                holds(*model.multiplier, model.right_format()),
            "multiplier", "must hold every number of the operands' formats");
  }
  require_sums_in(model.accumulator, "accumulator", model);
  if (model.product) require_sums_in(*model.product, "product", model);
  if (model.step_sum) {
    require_sums_in(*model.step_sum, "step_sum", model);
    require(holds(model.accumulator, *model.step_sum), "step_sum",
            "the accumulator must hold every number of it");
  }
  if (model.output) require_field(*model.output, "output");
  require_deterministic_rule(model.operand_rounding, "operand_rounding");
  require_rule(model.accumulation_rounding, "accumulation_rounding");
  require_deterministic_rule(model.output_rounding, "output_rounding");
}

void require_fixed_point(const AccumulationModel& model) {
  constexpr int kMostBits = 4096;  // more than the widest exponent range takes
  const FixedPointSum& sum = *model.fixed_point;
  require(!model.product, "product", "must be exact in a fixed-point sum");
  require(model.group_sum == GroupSum::fused, "group_sum",
          "a fixed-point sum is fused");
  require_between(sum.fraction_bits, 0, kMostBits, "fraction_bits");
  require(!is_stochastic(sum.alignment), "alignment", "must not be stochastic");
  require_between(sum.interleaved, 1, model.fused, "interleaved");
  require_between(sum.exact_group, 1, model.fused, "exact_group");
  require(sum.interleaved == 1 || sum.late, "interleaved",
          "more than one sum needs late, which joins them to the running sum");
  require(sum.exact_group == 1 || model.scale, "exact_group",
          "more than one product to a term needs scale");
  require(model.fused % sum.exact_group == 0, "exact_group", "must divide fused");
  if (!sum.late) return;
  require_between(sum.late->sum_bits, 0, kMostBits, "late.sum_bits");
  require_between(sum.late->accumulator_bits, 0, kMostBits, "late.accumulator_bits");
  require_between(sum.late->total_bits, 0, kMostBits, "late.total_bits");
  require(!is_stochastic(sum.late->rounding), "late.rounding", "must not be stochastic");
  require(model.accumulator_place == AccumulatorPlace::in_step, "accumulator_place",
          "late is a way to join in_step");
}

void require_steps(const AccumulationModel& model) {
  require_between(model.fused, 1, 4096, "fused");
  if (model.group_sum == GroupSum::pairwise) {
    require(model.accumulator_place == AccumulatorPlace::after_step,
            "accumulator_place", "must be after_step where group_sum is pairwise");
    require(model.product.has_value(), "product",
            "must be rounded, to a format, where group_sum is pairwise");
  }
  if (model.fixed_point) require_fixed_point(model);
  if (model.compensation != Compensation::none) {
    require(model.fused == 1 && !model.product && !model.fixed_point && !model.step_sum &&
                model.accumulator_place == AccumulatorPlace::in_step,
            "compensation",
            "is of sums with fused 1, product exact, accumulator_place in_step and "
            "neither fixed_point nor step_sum");
    require(model.order != AccumulationOrder::pairwise && !model.tree, "compensation",
            "is of sums in sequential or reverse order");
  }
  require(!model.infinite_products || model.fixed_point, "infinite_products",
          "is of fixed-point sums");
}

void require_scale(const AccumulationModel& model) {
  if (!model.scale) {
    require(model.scale_block == 0, "scale_block", "needs scale");
    return;
  }
  require_field(*model.scale, "scale");
  require(model.fixed_point.has_value(), "scale", "is of fixed-point sums");
  require_between(model.scale_block, 1, 1 << 20, "scale_block");
  require(model.scale_block % model.fixed_point->exact_group == 0, "scale_block",
          "must be a multiple of exact_group");
}

void require_partition(const Partition& partition, std::size_t index) {
  const std::string field = "partitions[" + std::to_string(index) + "]";
  require_between(partition.count, 1, 1 << 30, field + ".count");
  require_between(partition.run, 1, 1 << 20, field + ".run");
  const bool has_runs =
      partition.split == Split::lanes || partition.split == Split::halves;
  require(partition.run == 1 || has_runs, field + ".run", "is of lanes and halves");
  require(!partition.tail_after || partition.split == Split::lanes,
          field + ".tail_after", "is of lanes");
  require(partition.split != Split::halves ||
              partition.join == AccumulationOrder::pairwise,
          field + ".join", "of halves is pairwise");
  if (!partition.format) {
    require(partition.rounding == RoundingRule{}, field + ".rounding", "needs format");
    return;
  }
  require(partition.join != AccumulationOrder::chain, field + ".format",
          "a chain joins nothing that could be rounded to it");
  require_field(*partition.format, field + ".format");
  require_deterministic_rule(partition.rounding, field + ".rounding");
}

void require_factor(double factor, std::string_view field,
                    const AccumulationModel& model) {
  const bool is_finite = !is_not_a_number(factor) && !is_infinite(factor);
  require(is_finite && (factor == 1.0 ||
                        bits_of(round(factor, model.accumulator)) == bits_of(factor)),
          field, "must be a finite number of the accumulator, got " + shortest(factor));
}

void require_order(const AccumulationModel& model) {
  require(model.order != AccumulationOrder::chain, "order",
          "chain is a way to join partitions");
  for (std::size_t i = 0; i < model.partitions.size(); ++i) {
    require_partition(model.partitions[i], i);
    if (const auto& format = model.partitions[i].format)
      require_sums_in(*format, "partitions[" + std::to_string(i) + "].format", model);
  }
  if (model.tree) {
    require(model.partitions.empty() && model.order == AccumulationOrder::sequential &&
                model.group_sum == GroupSum::fused,
            "tree", "takes the place of order, partitions and group_sum");
    try {
      require_valid(*model.tree, 1);
    } catch (const std::invalid_argument& error) {
      refuse("tree", error.what());
    }
  }
  require_factor(model.alpha, "alpha", model);
  require_factor(model.beta, "beta", model);
}

}  // namespace

const AccumulationModel& require_valid(const AccumulationModel& model) {
  require_formats(model);
  require_steps(model);
  require_scale(model);
  require_order(model);
  return model;
}

std::span<const Word<GroupSum>> group_sum_words() {
  static constexpr std::array<Word<GroupSum>, 2> words = {{
      {GroupSum::fused, "fused"},
      {GroupSum::pairwise, "pairwise"},
  }};
  return words;
}

std::span<const Word<AccumulatorPlace>> accumulator_place_words() {
  static constexpr std::array<Word<AccumulatorPlace>, 2> words = {{
      {AccumulatorPlace::in_step, "in_step"},
      {AccumulatorPlace::after_step, "after_step"},
  }};
  return words;
}

std::span<const Word<AccumulationOrder>> accumulation_order_words() {
  return join_words().first(3);
}

std::span<const Word<AccumulationOrder>> join_words() {
  static constexpr std::array<Word<AccumulationOrder>, 4> words = {{
      {AccumulationOrder::sequential, "sequential"},
      {AccumulationOrder::reverse, "reverse"},
      {AccumulationOrder::pairwise, "pairwise"},
      {AccumulationOrder::chain, "chain"},
  }};
  return words;
}

std::span<const Word<Split>> split_words() {
  static constexpr std::array<Word<Split>, 4> words = {{
      {Split::blocks, "blocks"},
      {Split::parts, "parts"},
      {Split::lanes, "lanes"},
      {Split::halves, "halves"},
  }};
  return words;
}

std::span<const Word<Compensation>> compensation_words() {
  static constexpr std::array<Word<Compensation>, 4> words = {{
      {Compensation::none, "none"},
      {Compensation::kahan, "kahan"},
      {Compensation::neumaier, "neumaier"},
      {Compensation::dot2, "dot2"},
  }};
  return words;
}

std::span<const Word<Epilogue>> epilogue_words() {
  static constexpr std::array<Word<Epilogue>, 2> words = {{
      {Epilogue::fused, "fused"},
      {Epilogue::rounded, "rounded"},
  }};
  return words;
}

}  // namespace halfulp
