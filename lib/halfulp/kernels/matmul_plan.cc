#include "halfulp/kernels/matmul_plan.h"

#include <algorithm>
#include <bit>
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

template <class T>
std::optional<RoundParams<T>> params_in(const Format& f, const RoundingRule& rule) {
  if (!holds_all_of(own_format<T>(), f)) return std::nullopt;
  return round_params_of_sums<T>(f, rule);
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
  if (to_nearest(model.accumulation_rounding.mode)) {
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
  step.round_product = params_in<T>(*model.product, rule);
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

  LaneStep<T> step{LaneSum::rounded, rule.mode, {}, {}};
  step.round_sum = params_in<T>(model.accumulator, rule);
  if (!step.round_sum) return std::nullopt;

  if (products_fit<T>(data.a, data.b)) {
    if (keeps_all<T>(model.product, rule)) return step;
    step.round_product = params_in<T>(*model.product, rule);
    if (!step.round_product) return std::nullopt;
    return step;
  }
  if (!model.product || !is_native<T>(*model.product, rule)) return std::nullopt;
  return step;
}

}  // namespace

template <class T>
std::optional<LaneStep<T>> lane_step(const AccumulationModel& model,
                                     const MatmulData& data, bool has_fma) {
  // Lanes hold the operands too, and products that fit do not make these fit: 2^200 * 2^-200
  // in binary32.
  if (!fits<T>(data.a) || !fits<T>(data.b)) return std::nullopt;
  const RoundingRule& rule = model.accumulation_rounding;
  if (is_native<T>(model.accumulator, rule)) {
    return native_sums<T>(model, data, has_fma);
  }
  // Other modes than the common one are compiled for binary64 lanes only.
  if (sizeof(T) == 4 && rule.mode != Rounding::nearest_even) return std::nullopt;
  return rounded_sums<T>(model, data);
}

template std::optional<LaneStep<float>> lane_step(const AccumulationModel&,
                                                  const MatmulData&, bool);
template std::optional<LaneStep<double>> lane_step(const AccumulationModel&,
                                                   const MatmulData&, bool);

}  // namespace halfulp::kernels
