#include "support/machine_oracle.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "support/exact_steps.h"

namespace halfulp::testing {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// Holds any product of two operands beside any sum: those of binary64 span 2^-2148 to
// 2^2048, of binary32 2^-298 to 2^256.
mpfr_prec_t precision_for(const Machine& machine) {
  return machine.accumulator.width() == 64 ? 4480 : 640;
}

bool is_below(double x, int exponent) {
  return x != 0 && is_finite(x) && exponent_of(x, -2000) < exponent;
}

bool overflows_to_infinity(const Narrowing& to, bool negative) {
  switch (to.direction) {
    case Direction::nearest_even:
    case Direction::nearest_away:
      return true;
    case Direction::up:
      return to.always_infinite || !negative;
    case Direction::down:
      return to.always_infinite || negative;
    case Direction::to_zero:
    case Direction::odd:
      break;
  }
  return to.always_infinite;
}

double zero_of(mpfr_srcptr x) { return mpfr_signbit(x) != 0 ? -0.0 : 0.0; }

}  // namespace

MachineOracle::MachineOracle(Machine machine)
    : machine_(std::move(machine)),
      sum_(precision_for(machine_)),
      other_(precision_for(machine_)) {}

// --- operands ---

std::uint64_t MachineOracle::dot(const MachineProblem& problem) {
  load(problem);
  std::optional<double> c;
  if (problem.c) c = initial(*problem.c);
  double sum = machine_.order(*this, terms_, c);
  if (machine_.output) sum = narrow(sum, *machine_.output);
  return code_of(sum, result_layout());
}

void MachineOracle::load(const MachineProblem& problem) {
  left_ = operands(problem.a, problem.a_scales, machine_.left);
  right_ = operands(problem.b, problem.b_scales, machine_.right);
  left_scales_ = problem.a_scales;
  right_scales_ = problem.b_scales;
  terms_.resize(left_.size());
  std::iota(terms_.begin(), terms_.end(), 0);
}

std::vector<MachineOracle::Operand> MachineOracle::operands(
    std::span<const std::uint64_t> codes, std::span<const std::uint64_t> scales,
    const Layout& layout) const {
  std::vector<Operand> numbers;
  numbers.reserve(codes.size());
  for (std::size_t k = 0; k < codes.size(); ++k) {
    Operand x = operand(codes[k], layout);
    if (machine_.scale && !machine_.scales_apart) {
      const double scale = value_of(
          scales[k / static_cast<std::size_t>(machine_.scale_block)], *machine_.scale);
      x.value *= scale;  // exact: a power of two
      if (scale == scale)
        x.exponent += testing::exponent_of(scale, machine_.scale->least_exponent() - 1);
    }
    numbers.push_back(x);
  }
  return numbers;
}

MachineOracle::Operand MachineOracle::operand(std::uint64_t code,
                                              const Layout& layout) const {
  double x = value_of(code, layout);
  if (machine_.kept_fraction && x == x) {
    const int cut = layout.fraction_bits - *machine_.kept_fraction;
    x = value_of(code >> cut << cut, layout);
  }
  if (machine_.flush_operands && is_below(x, layout.least_exponent())) x *= 0;
  if (machine_.plus_zero_inputs && x == 0) x = 0;
  const int least = machine_.multiplier_least.value_or(layout.least_exponent());
  const bool regular = x != 0 && is_finite(x);
  return {x, regular ? testing::exponent_of(x, least) : 0};
}

double MachineOracle::initial(std::uint64_t code) const {
  const Layout& layout = machine_.accumulator;
  double c = value_of(code, layout);
  if (machine_.flush_initial && is_below(c, layout.least_exponent())) c *= 0;
  if (machine_.plus_zero_inputs && c == 0) c = 0;
  return c;
}

bool MachineOracle::special(std::optional<double> sum, Terms terms) const {
  if (sum && !is_finite(*sum)) return true;
  return std::any_of(terms.begin(), terms.end(), [&](int term) {
    const auto k = static_cast<std::size_t>(term);
    return !is_finite(left_[k].value) || !is_finite(right_[k].value);
  });
}

// The sum where it is an infinity or NaN, by the rules of IEEE 754.
double MachineOracle::special_sum(std::optional<double> sum, Terms terms) {
  mpfr_set_d(sum_.get(), sum.value_or(0.0), MPFR_RNDN);
  for (const int term : terms) {
    set_product(other_.get(), term);
    mpfr_add(sum_.get(), sum_.get(), other_.get(), MPFR_RNDN);
  }
  return mpfr_get_d(sum_.get(), MPFR_RNDN);
}

// --- single operations ---

void MachineOracle::set_product(mpfr_ptr product, int term) {
  const auto k = static_cast<std::size_t>(term);
  mpfr_set_d(x_.get(), left_[k].value, MPFR_RNDN);
  mpfr_set_d(y_.get(), right_[k].value, MPFR_RNDN);
  require_exact(mpfr_mul(product, x_.get(), y_.get(), MPFR_RNDN));
  if (machine_.infinite_products && mpfr_regular_p(product) != 0 &&
      exponent_of(product) >= 128)
    mpfr_set_inf(product, mpfr_sgn(product));
}

double MachineOracle::narrow(double x, const Narrowing& to) {
  mpfr_set_d(sum_.get(), x, MPFR_RNDN);
  return narrow_sum(to);
}

double MachineOracle::multiply(int term, const Narrowing& to) {
  set_product(sum_.get(), term);
  return narrow_sum(to);
}

double MachineOracle::multiply_error(int term, double product, const Narrowing& to) {
  set_product(sum_.get(), term);
  mpfr_set_d(x_.get(), product, MPFR_RNDN);
  require_exact(mpfr_sub(sum_.get(), sum_.get(), x_.get(), MPFR_RNDN));
  return narrow_sum(to);
}

double MachineOracle::add(double x, double y, const Narrowing& to) {
  mpfr_set_d(x_.get(), x, MPFR_RNDN);
  mpfr_set_d(y_.get(), y, MPFR_RNDN);
  const mpfr_rnd_t zero = to.direction == Direction::down ? MPFR_RNDD : MPFR_RNDN;
  require_exact(mpfr_add(sum_.get(), x_.get(), y_.get(), zero));
  return narrow_sum(to);
}

double MachineOracle::multiply_add(int term, double sum, const Narrowing& to) {
  return exact_sum(sum, {&term, 1}, to);
}

double MachineOracle::exact_sum(std::optional<double> sum, Terms terms,
                                const Narrowing& to) {
  const mpfr_rnd_t zero = to.direction == Direction::down ? MPFR_RNDD : MPFR_RNDN;
  bool first = !sum;
  if (sum) mpfr_set_d(sum_.get(), *sum, MPFR_RNDN);
  for (const int term : terms) {
    set_product(first ? sum_.get() : other_.get(), term);
    if (!first) require_exact(mpfr_add(sum_.get(), sum_.get(), other_.get(), zero));
    first = false;
  }
  return narrow_sum(to);
}

bool MachineOracle::is_tiny(const Narrowing& to) {
  if (exponent_of(sum_.get()) >= to.least) return false;
  if (to.tiny == Tiny::flushed_before) return true;
  if (to.tiny != Tiny::flushed_unbounded) return false;
  mpfr_set(other_.get(), sum_.get(), MPFR_RNDN);
  round_to_multiple(other_.get(), exponent_of(sum_.get()) - to.precision + 1,
                    to.direction);
  return exponent_of(other_.get()) < to.least;
}

double MachineOracle::narrow_sum(const Narrowing& to) {
  mpfr_ptr x = sum_.get();
  if (mpfr_nan_p(x) != 0) return kNan;
  if (mpfr_zero_p(x) != 0) return to.plus_zero ? 0.0 : zero_of(x);
  if (mpfr_inf_p(x) != 0) return mpfr_get_d(x, MPFR_RNDN);
  if (is_tiny(to)) return zero_of(x);
  const long quantum =
      std::max(exponent_of(x), static_cast<long>(to.least)) - to.precision + 1;
  round_to_multiple(x, quantum, to.direction);
  if (mpfr_zero_p(x) != 0) return zero_of(x);
  if (exponent_of(x) > to.greatest) {
    const int sign = mpfr_sgn(x);
    if (overflows_to_infinity(to, sign < 0)) {
      mpfr_set_inf(x, sign);
    } else {
      mpfr_set_si_2exp(x, sign, to.greatest + 1, MPFR_RNDN);
      mpfr_set_si_2exp(other_.get(), sign, to.greatest + 1 - to.precision, MPFR_RNDN);
      mpfr_sub(x, x, other_.get(), MPFR_RNDN);
    }
  }
  if (to.tiny == Tiny::flushed_after && mpfr_regular_p(x) != 0 &&
      exponent_of(x) < to.least)
    return zero_of(x);
  return mpfr_get_d(x, MPFR_RNDN);
}

}  // namespace halfulp::testing
