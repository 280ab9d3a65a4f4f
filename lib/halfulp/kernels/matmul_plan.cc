#include "halfulp/kernels/matmul_plan.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <limits>

#include "halfulp/formats/codec.h"

namespace halfulp::kernels {
namespace {

template <class T>
constexpr int kDigits = std::numeric_limits<T>::digits;

template <class T>
constexpr const Format& own_format() {
  return sizeof(T) == 4 ? fp32 : fp64;
}

// The format is T's and T's own arithmetic obeys the rule.
template <class T>
bool is_native(const Format& f, const RoundingRule& rule) {
  Format renamed = f;
  renamed.name = own_format<T>().name;
  const bool overflows_to_infinity =
      rule.overflow == Overflow::ieee || rule.overflow == Overflow::none;
  return renamed == own_format<T>() && rule.mode == Rounding::nearest_even &&
         rule.subnormals == Subnormals::keep && overflows_to_infinity;
}

// Rounding to the product format changes no number of T, infinities included.
template <class T>
bool keeps_all(const std::optional<Format>& product, const RoundingRule& rule) {
  return !product || (rule.subnormals == Subnormals::keep &&
                      rule.overflow != Overflow::saturate_finite &&
                      holds_all_of(*product, own_format<T>()));
}

// What infinite_overflow and unbounded_tininess change.
template <class T>
bool set_special_cases(RoundParams<T>& params, const Format& f, const RoundingRule& rule,
                       const AccumulationModel& model) {
  // Beyond the limit a truncated magnitude exceeds max() by a whole gap.
  if (model.infinite_overflow) params.overflow = params.infinity;
  if (!model.unbounded_tininess || !rule.flushes_output()) return true;
  if (rule.mode != Rounding::nearest_even || params.flush_output_below == 0) return false;
  // With one bit more below, this is the tie that rounds up to the smallest normal number.
  const Unpacked normal = unpack_magnitude(f.smallest_normal());
  if (normal.exponent - f.precision - 1 < -1074) return false;
  const double tie = pack_magnitude(
      (std::uint64_t{1} << (f.precision + 1)) - 1, f.emin - f.precision - 1);
  if (f.precision + 1 > kDigits<T>) return false;
  using Bits = typename RoundParams<T>::Bits;
  if constexpr (sizeof(T) == 4) {
    params.flush_input_below = std::bit_cast<Bits>(narrow_exactly(tie));
  } else {
    params.flush_input_below = std::bit_cast<Bits>(tie);
  }
  return true;
}

template <class T>
std::optional<RoundParams<T>> params_in(const Format& f, const RoundingRule& rule,
                                        const AccumulationModel& model) {
  if (!holds_all_of(own_format<T>(), f)) return std::nullopt;
  auto params = round_params_of_sums<T>(f, rule);
  if (params && !set_special_cases(*params, f, rule, model)) return std::nullopt;
  return params;
}

int exponent_above(double magnitude) {
  const Unpacked u = unpack_magnitude(magnitude);
  return floor_log2(u.significand, u.exponent) + 1;
}

bool to_nearest(Rounding mode) {
  return mode == Rounding::nearest_even || mode == Rounding::nearest_away ||
         mode == Rounding::nearest_toward_zero;
}

// No finite product and no finite partial sum reaches 2^emax of T, so that two of them add
// without overflow.
template <class T>
bool sums_stay_finite(const AccumulationModel& model, const MatmulData& data) {
  int product_top = data.a.top + data.b.top;
  if (model.product) {
    // Rounding may reach the next power of two or, from below it, the smallest number.
    product_top = std::max(product_top + 1, exponent_above(model.product->smallest()));
  }
  int sum_top = model.accumulator.emax + 1;
  if (to_nearest(model.accumulation_rounding.mode) && !data.joins_sums) {
    // A partial sum s belongs to the format, so the nearest number to s + p is at most 2|p|
    // away from s.
    const int log2_depth = static_cast<int>(std::bit_width(data.depth));
    sum_top = std::min(sum_top, std::max(data.c.top, product_top + 1 + log2_depth) + 1);
  }
  return std::max(product_top, sum_top) < std::numeric_limits<T>::max_exponent;
}

// Sums in the lane's own format.
template <class T>
std::optional<LaneStep<T>> native_sums(const AccumulationModel& model,
                                       const MatmulData& data, bool has_fma) {
  const RoundingRule& rule = model.accumulation_rounding;
  LaneStep<T> step;
  const bool exact = products_fit<T>(data.a, data.b);
  // An exact product leaves one rounding, that of the addition.
  if (exact && keeps_all<T>(model.product, rule)) return step;

  if (!model.product) {
    if (!has_fma) return std::nullopt;
    step.sum = LaneSum::fused;
    return step;
  }
  if (is_native<T>(*model.product, rule)) return step;
  if (!exact) return std::nullopt;
  step.round_product = params_in<T>(*model.product, rule, model);
  if (!step.round_product) return std::nullopt;
  return step;
}

// Sums in a narrower format of precision q. With the exact error of s + p the sum can be
// rounded to odd in T, and from there once more to q bits as if in one step, in every mode,
// because T has at least q + 2 bits (Boldo and Melquiond, IEEE Trans. Computers 57(4), 2008;
// subnormal sums are exact in T). s + p must not overflow where q bits would not.
template <class T>
std::optional<LaneStep<T>> rounded_sums(const AccumulationModel& model,
                                        const MatmulData& data) {
  const RoundingRule& rule = model.accumulation_rounding;
  if (model.accumulator.precision + 2 > kDigits<T>) return std::nullopt;
  if (!sums_stay_finite<T>(model, data)) return std::nullopt;

  LaneStep<T> step;
  step.sum = LaneSum::rounded;
  step.mode = rule.mode;
  step.round_sum = params_in<T>(model.step_format(), rule, model);
  if (!step.round_sum) return std::nullopt;

  if (products_fit<T>(data.a, data.b)) {
    if (keeps_all<T>(model.product, rule)) return step;
    step.round_product = params_in<T>(*model.product, rule, model);
    if (!step.round_product) return std::nullopt;
    return step;
  }
  if (!model.product || !is_native<T>(*model.product, rule)) return std::nullopt;
  return step;
}

// Steps of one product each.
template <class T>
std::optional<LaneStep<T>> single_products(const AccumulationModel& model,
                                           const MatmulData& data, bool has_fma) {
  if (model.positive_zero_sums) return std::nullopt;
  const RoundingRule& rule = model.accumulation_rounding;
  if (is_native<T>(model.step_format(), rule)) {
    return native_sums<T>(model, data, has_fma);
  }
  // Other modes than the common one are compiled for binary64 lanes only.
  if (sizeof(T) == 4 && rule.mode != Rounding::nearest_even) return std::nullopt;
  return rounded_sums<T>(model, data);
}

// Exponents of finite products and sums, and of their last places, are between -kExponents
// and kExponents: far within the range of binary64.
constexpr int kExponents = 900;
bool within_binary64(const AccumulationModel& model, const MatmulData& data) {
  const bool has_products = data.a.precision > 0 && data.b.precision > 0;
  if (has_products && (data.a.top + data.b.top > kExponents ||
                       data.a.lowest + data.b.lowest < -kExponents))
    return false;
  return model.accumulator.emax <= kExponents && model.accumulator.emin >= -kExponents;
}

// Several products a step, rounded once: the sum is exact as an expansion of binary64
// numbers, whose leading one is then rounded to odd.
std::optional<LaneStep<double>> exact_sums(const AccumulationModel& model,
                                           const MatmulData& data) {
  const RoundingRule& rule = model.accumulation_rounding;
  if (model.step_format().precision + 2 > kDigits<double>) return std::nullopt;
  if (!within_binary64(model, data) || !products_fit<double>(data.a, data.b))
    return std::nullopt;
  // The sign of an exact zero is that of rounding to nearest.
  if (rule.mode == Rounding::down) return std::nullopt;
  constexpr std::size_t kMostProducts = 63;  // what lanes have room for
  if (data.step_terms > kMostProducts) return std::nullopt;
  LaneStep<double> step;
  step.sum = LaneSum::exact;
  step.mode = rule.mode;
  step.positive_zero = model.positive_zero_sums;
  step.round_sum = params_in<double>(model.step_format(), rule, model);
  if (!step.round_sum) return std::nullopt;
  if (model.product) {
    step.round_product = params_in<double>(*model.product, rule, model);
    if (!step.round_product) return std::nullopt;
  }
  return step;
}

int log2_above(std::size_t n) { return static_cast<int>(std::bit_width(n)); }

// A fixed-point sum: its terms in units of the last place are integers that binary64 holds,
// as are their sums.
std::optional<LaneStep<double>> fixed_point_sums(const AccumulationModel& model,
                                                 const MatmulData& data) {
  const FixedPointSum& sum = *model.fixed_point;
  if (!within_binary64(model, data) || !products_fit<double>(data.a, data.b))
    return std::nullopt;
  // A term is below 2^2 in units of its exponent, one of an exact group below that times
  // the square of the operands, and scales below 2 each.
  int term_bits = sum.fraction_bits + 2;
  if (sum.exact_group > 1) {
    const int operand_bits =
        model.left_format().emax + model.right_format().emax + 2;
    term_bits = sum.fraction_bits + operand_bits + 2 +
                log2_above(static_cast<std::size_t>(sum.exact_group));
  }
  const std::size_t terms =
      data.step_terms / static_cast<std::size_t>(sum.exact_group) + 1;
  if (term_bits + log2_above(terms) > 52) return std::nullopt;
  if (std::abs(sum.least_exponent.value_or(0)) > kExponents) return std::nullopt;
  const RoundingRule& rule = model.accumulation_rounding;

  LaneStep<double> step;
  step.sum = sum.late ? LaneSum::late : LaneSum::fixed_point;
  step.mode = rule.mode;
  step.round_sum = params_in<double>(model.step_format(), rule, model);
  if (!step.round_sum) return std::nullopt;
  FixedPointLanes& lanes = step.fixed_point;
  lanes.fraction_bits = sum.fraction_bits;
  lanes.least_exponent = sum.least_exponent.value_or(-kExponents);
  lanes.alignment = sum.alignment;
  lanes.exact_group = static_cast<std::size_t>(sum.exact_group);
  lanes.accumulator_emin = model.accumulator.emin;
  switch (sum.alignment) {
    case Rounding::toward_zero:
    case Rounding::nearest_even:
    case Rounding::up:
    case Rounding::down:
      break;
    default:
      return std::nullopt;
  }
  if (!sum.late) {
    if (model.infinite_products) return std::nullopt;
    return step;
  }

  const LateAccumulator& late = *sum.late;
  const int most_bits = std::max({late.sum_bits, late.accumulator_bits, late.total_bits});
  if (most_bits + 2 + log2_above(data.step_terms + 1) > 50 || sum.exact_group > 1 ||
      late.rounding != Rounding::down || late.accumulator_bits > late.sum_bits)
    return std::nullopt;
  lanes.interleaved = static_cast<std::size_t>(sum.interleaved);
  lanes.sum_bits = late.sum_bits;
  lanes.accumulator_bits = late.accumulator_bits;
  lanes.zero_exponent = late.zero_exponent;
  lanes.total_bits = late.total_bits;
  lanes.dropped_below = late.dropped_below.value_or(10000);
  lanes.infinite_product =
      model.infinite_products ? power_of_two(model.accumulator.emax + 1)
                              : kPositiveInfinity;
  return step;
}

template <class T>
std::optional<LaneStep<T>> steps_only(const AccumulationModel& model,
                                      const MatmulData& data, bool has_fma) {
  const bool several = data.step_terms > 1;
  if (!model.fixed_point && !several) return single_products<T>(model, data, has_fma);
  if constexpr (sizeof(T) == 8) {
    return model.fixed_point ? fixed_point_sums(model, data) : exact_sums(model, data);
  } else {
    return std::nullopt;
  }
}

// Joins of partial sums add two numbers of the lane's type.
template <class T>
bool set_joins(LaneStep<T>& step, const AccumulationModel& model) {
  const auto set = [&](std::optional<RoundParams<T>>& join, const Format& format,
                       const RoundingRule& rule) {
    if (is_native<T>(format, rule)) return true;
    if (format.precision + 2 > kDigits<T> ||
        format.emax + 2 >= std::numeric_limits<T>::max_exponent)
      return false;
    join = params_in<T>(format, rule, model);
    return join.has_value();
  };
  if (!set(step.round_join, model.accumulator, model.accumulation_rounding)) return false;
  for (const Partition& partition : model.partitions) {
    step.round_joins.emplace_back();
    if (!partition.format) continue;
    if (partition.rounding.mode != Rounding::nearest_even) return false;
    if (!set(step.round_joins.back(), *partition.format, partition.rounding))
      return false;
  }
  return true;
}

}  // namespace

template <class T>
std::optional<LaneStep<T>> lane_step(const AccumulationModel& model,
                                     const MatmulData& data, bool has_fma) {
  // Lanes hold the operands too, and products that fit do not make these fit: 2^200 * 2^-200
  // in binary32.
  if (!fits<T>(data.a) || !fits<T>(data.b)) return std::nullopt;
  const RoundingRule& rule = model.accumulation_rounding;
  if (model.compensation != Compensation::none || is_stochastic(rule.mode))
    return std::nullopt;
  std::optional<LaneStep<T>> step = steps_only<T>(model, data, has_fma);
  if (!step || !data.joins_sums) return step;
  // A partial sum that starts with a product starts with -0, which is no neutral element
  // of rounding down.
  if (rule.mode == Rounding::down || !set_joins(*step, model)) return std::nullopt;
  return step;
}

template std::optional<LaneStep<float>> lane_step(const AccumulationModel&,
                                                  const MatmulData&, bool);
template std::optional<LaneStep<double>> lane_step(const AccumulationModel&,
                                                   const MatmulData&, bool);

}  // namespace halfulp::kernels
