#include "halfulp/arithmetic/step.h"

#include <algorithm>
#include <vector>

#include "halfulp/arithmetic/fixed_point.h"
#include "halfulp/arithmetic/multiply_add.h"

namespace halfulp {
namespace {

bool is_finite(double x) { return !is_not_a_number(x) && !is_infinite(x); }

double canonical(double x) { return is_not_a_number(x) ? kQuietNan : x; }

double infinity(bool negative) { return with_sign(kPositiveInfinity, negative); }

bool is_power_of_two_or_more(const Real& x, int exponent) {
  return x.significand != 0 && floor_log2(x.significand, x.exponent) >= exponent;
}

// |x| >= max() + the gap below it.
bool is_beyond(const Real& x, const Format& format) {
  if (x.significand == 0) return false;
  const int quantum = format.quantum_exponent(format.emax);
  const int top = floor_log2(x.significand, x.exponent);
  if (top != format.emax) return top > format.emax;
  const int shift = x.exponent - quantum;
  const std::uint64_t units =
      shift >= 0 ? x.significand << shift : x.significand >> -shift;
  const Unpacked max = unpack_magnitude(format.max());
  return units > (max.significand >> (quantum - max.exponent));
}

// Whether x would round to a subnormal number, were the exponents unbounded.
bool is_tiny(const Real& x, const Format& format, const RoundingRule& rule,
             std::uint32_t word) {
  if (x.significand == 0) return false;
  const int top = floor_log2(x.significand, x.exponent);
  if (top >= format.emin - 1) {
    if (top >= format.emin) return false;
    // The same significand, between 1 and 2.
    const Real y = {x.negative, x.significand, x.exponent - top, x.sticky};
    return magnitude_bits(halfulp::round(y, format, rule, word)) < bits_of(2.0);
  }
  return true;
}

// A sum or a product of the model, rounded.
double round_sum(const Real& x, const Format& format, const RoundingRule& rule,
                 const AccumulationModel& model, RandomWords& words) {
  const std::uint32_t word = words.take(rule);
  if (model.infinite_overflow && is_beyond(x, format))
    return canonical(halfulp::round(infinity(x.negative), format, rule, word));
  if (model.unbounded_tininess && rule.flushes_output() &&
      is_tiny(x, format, rule, word)) {
    return halfulp::round(with_sign(0.0, x.negative), format, rule, word);
  }
  Real y = x;
  if (model.positive_zero_sums && y.significand == 0) y.negative = false;
  return canonical(halfulp::round(y, format, rule, word));
}

double round_special(double x, const Format& format, const RoundingRule& rule,
                     RandomWords& words) {
  return canonical(halfulp::round(x, format, rule, words.take(rule)));
}

// Infinities and NaNs of a sum, so far: a NaN, an infinity or nothing.
class SpecialSum {
 public:
  void add(double x) {
    if (is_not_a_number(x)) is_nan_ = true;
    if (is_infinite(x)) (sign_bit(x) ? minus_ : plus_) = true;
  }
  // 0 times infinity is NaN.
  void add_product(double a, double b) {
    if (is_finite(a) && is_finite(b)) return;
    const bool invalid = is_not_a_number(a) || is_not_a_number(b) || is_zero(a) ||
                         is_zero(b);
    add(invalid ? kQuietNan : infinity(sign_bit(a) != sign_bit(b)));
  }
  std::optional<double> sum() const {
    if (is_nan_ || (plus_ && minus_)) return kQuietNan;
    if (plus_ || minus_) return infinity(minus_);
    return std::nullopt;
  }

 private:
  bool is_nan_ = false;
  bool plus_ = false;
  bool minus_ = false;
};

std::optional<double> special_sum(const std::optional<double>& sum,
                                  std::span<const Factors> factors,
                                  const AccumulationModel& model) {
  SpecialSum specials;
  if (sum) specials.add(*sum);
  for (const Factors& f : factors) {
    for (const double scale : {f.a_scale, f.b_scale}) {
      if (is_not_a_number(scale)) specials.add(scale);
    }
    specials.add_product(f.a, f.b);
    if (model.infinite_products && is_finite(f.a) && is_finite(f.b)) {
      const Real product = multiply(f.a, f.b);
      if (is_power_of_two_or_more(product, model.accumulator.emax + 1))
        specials.add(infinity(product.negative));
    }
  }
  return specials.sum();
}

Integer signed_significand(double x) {
  const Integer magnitude = unpack_magnitude(x).significand;
  return sign_bit(x) ? Integer(-magnitude) : magnitude;
}

Term term_of(double x, const Format& format) {
  Term term{signed_significand(x), unpack_magnitude(x).exponent, {}};
  if (!is_zero(x)) term.field = field_exponent(x, format);
  return term;
}

Term times(const Term& x, const Term& y) {
  Term product{x.significand * y.significand, x.exponent + y.exponent, {}};
  if (x.field && y.field) product.field = *x.field + *y.field;
  return product;
}

// The terms of the products, scaled products of an exact group as one.
std::vector<Term> terms_of(std::span<const Factors> factors,
                           const AccumulationModel& model) {
  const Format& left = model.multiplier.value_or(model.left_format());
  const Format& right = model.multiplier.value_or(model.right_format());
  std::vector<Term> terms;
  terms.reserve(factors.size());
  for (const Factors& f : factors)
    terms.push_back(times(term_of(f.a, left), term_of(f.b, right)));
  if (!model.scale) return terms;

  const auto group = static_cast<std::size_t>(model.fixed_point->exact_group);
  std::vector<Term> scaled;
  for (std::size_t i = 0; i < terms.size(); i += group) {
    const std::size_t count = std::min(group, terms.size() - i);
    const Term scales = times(term_of(factors[i].a_scale, *model.scale),
                              term_of(factors[i].b_scale, *model.scale));
    if (group == 1) {
      scaled.push_back(times(terms[i], scales));
      continue;
    }
    const auto products = std::span(terms).subspan(i, count);
    const bool any = std::any_of(products.begin(), products.end(),
                                 [](const Term& term) { return term.field.has_value(); });
    Term term = times(exact_sum(products), scales);
    if (any) term.field = scales.field;
    scaled.push_back(std::move(term));
  }
  return scaled;
}

bool all_zero(std::span<const Factors> factors) {
  return std::all_of(factors.begin(), factors.end(), [](const Factors& f) {
    return is_zero(f.a) || is_zero(f.b) || is_zero(f.a_scale) || is_zero(f.b_scale);
  });
}

// An exact zero sum: of the sign of its terms if they agree (IEEE 754-2019, 6.3).
Real zero_sum(const std::optional<double>& sum, std::span<const Factors> factors,
              Rounding mode) {
  bool all_negative = !sum || (is_zero(*sum) && sign_bit(*sum));
  bool any_negative = sum && sign_bit(*sum);
  for (const Factors& f : factors) {
    const bool negative = sign_bit(f.a) != sign_bit(f.b);
    all_negative = all_negative && negative;
    any_negative = any_negative || negative;
  }
  const bool cancelled = !all_zero(factors) || (sum && !is_zero(*sum));
  if (!cancelled && all_negative) return {true, 0, 0, false};
  return {mode == Rounding::down && any_negative, 0, 0, false};
}

// The products and `sum`, added exactly or in fixed point, as the model says.
Real sum_of_step(const std::optional<double>& sum, std::span<const Factors> factors,
                 const AccumulationModel& model) {
  const Rounding mode = model.accumulation_rounding.mode;
  if (!model.fixed_point) {
    if (factors.size() == 1 && !sum) return multiply(factors[0].a, factors[0].b);
    if (factors.size() == 1)
      return multiply_add(factors[0].a, factors[0].b, *sum, mode == Rounding::down);
  }
  std::vector<Term> terms = terms_of(factors, model);
  std::optional<Term> running;
  if (sum) running = term_of(*sum, model.accumulator);
  Term total;
  if (model.fixed_point) {
    total = fixed_point_sum(terms, running, *model.fixed_point);
  } else {
    if (running) terms.push_back(*running);
    total = exact_sum(terms);
  }
  if (total.significand == 0 && !model.fixed_point) return zero_sum(sum, factors, mode);
  return real_of(total.significand, total.exponent);
}

// Each product rounded on its own, as a factor of 1.
std::vector<Factors> rounded_products(std::span<const Factors> factors,
                                      const AccumulationModel& model,
                                      RandomWords& words) {
  std::vector<Factors> products;
  products.reserve(factors.size());
  for (const Factors& f : factors) {
    const RoundingRule& rule = model.accumulation_rounding;
    const bool finite = is_finite(f.a) && is_finite(f.b);
    SpecialSum specials;
    specials.add_product(f.a, f.b);
    products.push_back(
        {finite ? round_sum(multiply(f.a, f.b), *model.product, rule, model, words)
                : round_special(*specials.sum(), *model.product, rule, words),
         1.0});
  }
  return products;
}

}  // namespace

int field_exponent(double x, const Format& format) {
  const Unpacked u = unpack_magnitude(x);
  return std::max(floor_log2(u.significand, u.exponent), format.emin);
}

double step(const std::optional<double>& sum, std::span<const Factors> factors,
            const AccumulationModel& model, RandomWords& words) {
  std::vector<Factors> rounded;
  if (model.product) {
    rounded = rounded_products(factors, model, words);
    factors = rounded;
  }
  const RoundingRule& rule = model.accumulation_rounding;
  if (const auto special = special_sum(sum, factors, model))
    return round_special(*special, model.step_format(), rule, words);
  return round_sum(sum_of_step(sum, factors, model), model.step_format(), rule, model,
                   words);
}

double join(double x, double y, int rule, const AccumulationModel& model,
            RandomWords& words) {
  const Format* format = &model.accumulator;
  const RoundingRule* rounding = &model.accumulation_rounding;
  if (rule > 0) {
    const Partition& partition = model.partitions[static_cast<std::size_t>(rule) - 1];
    format = &*partition.format;
    rounding = &partition.rounding;
  }
  SpecialSum specials;
  specials.add(x);
  specials.add(y);
  if (const auto special = specials.sum())
    return round_special(*special, *format, *rounding, words);
  return round_sum(multiply_add(x, 1.0, y, rounding->mode == Rounding::down), *format,
                   *rounding, model, words);
}

}  // namespace halfulp
