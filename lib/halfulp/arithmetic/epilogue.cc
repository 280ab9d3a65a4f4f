// What follows the steps of a sum: scaling it, and sums that carry a compensation.
#include "halfulp/arithmetic/step.h"

#include "halfulp/base/binary64.h"

namespace halfulp {
namespace {

// x*y + z, or x*y alone, in the accumulator, rounded once.
double fused(double x, double y, const std::optional<double>& z,
             const AccumulationModel& model, RandomWords& words) {
  AccumulationModel plain;
  plain.accumulator = model.accumulator;
  plain.accumulation_rounding = model.accumulation_rounding;
  plain.infinite_overflow = model.infinite_overflow;
  plain.unbounded_tininess = model.unbounded_tininess;
  const Factors factors[] = {{x, y}};
  return step(z, factors, plain, words);
}

double negated(double x) { return with_sign(x, !sign_bit(x)); }

// Knuth's TwoSum: the error of a + b = s, exact in rounding to nearest.
double lost_by_addition(double a, double b, double s, const AccumulationModel& model,
                        RandomWords& words) {
  const auto add = [&](double x, double y) { return fused(x, 1.0, y, model, words); };
  const double b_part = add(s, negated(a));
  const double a_part = add(s, negated(b_part));
  return add(add(a, negated(a_part)), add(b, negated(b_part)));
}

}  // namespace

double scaled_sum(double sum, double initial, const AccumulationModel& model,
                  RandomWords& words) {
  const double addend = fused(model.beta, initial, std::nullopt, model, words);
  if (model.epilogue == Epilogue::rounded) {
    const double scaled = fused(model.alpha, sum, std::nullopt, model, words);
    return fused(scaled, 1.0, addend, model, words);
  }
  return fused(model.alpha, sum, addend, model, words);
}

CompensatedSum compensated_step(const CompensatedSum& s, double a, double b,
                                const AccumulationModel& model, RandomWords& words) {
  const auto add = [&](double x, double y) { return fused(x, 1.0, y, model, words); };
  const double p = fused(a, b, std::nullopt, model, words);
  if (model.compensation == Compensation::kahan) {
    const double y = add(p, negated(s.compensation));
    const double t = add(s.sum, y);
    return {t, add(add(t, negated(s.sum)), negated(y))};
  }
  const double t = add(s.sum, p);
  if (model.compensation == Compensation::neumaier) {
    const bool is_larger = magnitude_bits(s.sum) >= magnitude_bits(p);
    const double larger = is_larger ? s.sum : p;
    const double smaller = is_larger ? p : s.sum;
    const double lost = add(add(larger, negated(t)), smaller);
    return {t, add(s.compensation, lost)};
  }
  const double lost_by_sum = lost_by_addition(s.sum, p, t, model, words);
  const double lost_by_product = fused(a, b, negated(p), model, words);
  return {t, add(s.compensation, add(lost_by_sum, lost_by_product))};
}

double compensated_result(const CompensatedSum& s, const AccumulationModel& model,
                          RandomWords& words) {
  if (model.compensation == Compensation::kahan) return s.sum;
  return fused(s.sum, 1.0, s.compensation, model, words);
}

}  // namespace halfulp
