#include "support/step_oracle.h"

#include <cmath>
#include <limits>
#include <list>
#include <stdexcept>
#include <utility>

#include "support/mpfr_value.h"

namespace halfulp::testing {
namespace {

// Products of doubles reach from 2^-2148 to 2^2048, with 106 bits: sums of one and a double
// are exact in so many bits.
constexpr mpfr_prec_t kExact = 4400;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// Each format's oracle lists its values once in a process.
const StepOracle& oracle_of(const Format& format) {
  static std::list<std::pair<Format, StepOracle>> oracles;
  for (const auto& [known, oracle] : oracles) {
    if (known == format) return oracle;
  }
  return oracles.emplace_back(format, format).second;
}

}  // namespace

std::optional<double> StepOracle::round(double x, const RoundingRule& rule) const {
  if (std::isnan(x)) {
    return rounding_.round_nan(kNaN, rule) ? std::optional(kNaN) : std::nullopt;
  }
  const auto rounded = std::isinf(x) ? rounding_.round_infinity(std::signbit(x), rule)
                                     : rounding_.round(x, rule);
  return rounded && std::isnan(*rounded) ? std::optional(kNaN) : rounded;
}

std::optional<double> StepOracle::multiply_add(double a, double b, double c,
                                               const RoundingRule& rule) const {
  if (!std::isfinite(a) || !std::isfinite(b) || !std::isfinite(c)) {
    return round(std::fma(a, b, c), rule);  // an infinity or a NaN: nothing to round
  }
  const MpfrValue x(a, 53), y(b, 53), z(c, 53);
  MpfrValue sum(kExact);
  if (mpfr_fma(sum.get(), x.get(), y.get(), z.get(), MPFR_RNDN) != 0) {
    throw std::logic_error("the oracle's sum is not exact");
  }
  if (mpfr_zero_p(sum.get())) {
    // IEEE 754-2019, 6.3.
    const bool product = std::signbit(a) != std::signbit(b), addend = std::signbit(c);
    const bool negative = product == addend ? product : rule.mode == Rounding::down;
    return round(negative ? -0.0 : 0.0, rule);
  }
  const double rounded = rounding_.round(rounding_.place(sum.get()), rule);
  return std::isnan(rounded) ? kNaN : rounded;
}

std::optional<double> StepOracle::multiply(double a, double b,
                                           const RoundingRule& rule) const {
  // Adding a zero of the product's sign changes nothing.
  return multiply_add(a, b, std::signbit(a) != std::signbit(b) ? -0.0 : 0.0, rule);
}

DotOracle::DotOracle(const AccumulationModel& model)
    : model_(model),
      operands_(oracle_of(model.operands)),
      product_(oracle_of(model.product.value_or(fp64))),
      accumulator_(oracle_of(model.accumulator)),
      output_(oracle_of(model.output.value_or(model.accumulator))) {}

double DotOracle::dot(std::span<const double> x, std::span<const double> y,
                      double initial) const {
  const RoundingRule& rule = model_.accumulation_rounding;
  double s = accumulator_.round(initial, rule).value();
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double a = operands_.round(x[i], model_.operand_rounding).value();
    const double b = operands_.round(y[i], model_.operand_rounding).value();
    s = model_.product
            ? accumulator_
                  .multiply_add(product_.multiply(a, b, rule).value(), 1, s, rule)
                  .value()
            : accumulator_.multiply_add(a, b, s, rule).value();
  }
  return output_.round(s, model_.output_rounding).value();
}

}  // namespace halfulp::testing
