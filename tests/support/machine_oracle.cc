#include "support/machine_oracle.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace halfulp::testing {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// Holds any product of two operands beside any sum: those of binary64 span 2^-2148 to
// 2^2048, of binary32 2^-298 to 2^256.
mpfr_prec_t precision_for(const Machine& machine) {
  return machine.accumulator.width() == 64 ? 4480 : 640;
}

void require_exact(int ternary) {
  if (ternary != 0) throw std::logic_error("the judge's precision is too small");
}

bool is_finite(double x) { return x - x == 0; }

bool is_below(double x, int exponent) {
  return x != 0 && is_finite(x) && exponent_of(x, -2000) < exponent;
}

bool is_odd(mpfr_ptr integer) {
  mpfr_div_2ui(integer, integer, 1, MPFR_RNDN);
  const bool odd = mpfr_integer_p(integer) == 0;
  mpfr_mul_2ui(integer, integer, 1, MPFR_RNDN);
  return odd;
}

void to_integer(mpfr_ptr x, Direction direction) {
  switch (direction) {
    case Direction::to_zero:
      mpfr_trunc(x, x);
      return;
    case Direction::down:
      mpfr_floor(x, x);
      return;
    case Direction::up:
      mpfr_ceil(x, x);
      return;
    case Direction::nearest_even:
      mpfr_roundeven(x, x);
      return;
    case Direction::nearest_away:
      mpfr_round(x, x);
      return;
    case Direction::odd:
      break;
  }
  if (mpfr_integer_p(x) != 0) return;
  const int sign = mpfr_signbit(x) != 0 ? -1 : 1;
  mpfr_trunc(x, x);
  if (!is_odd(x)) mpfr_add_si(x, x, sign, MPFR_RNDN);
}

// To a multiple of 2^quantum.
void align(mpfr_ptr x, long quantum, Direction direction) {
  if (mpfr_regular_p(x) == 0) return;
  mpfr_div_2si(x, x, quantum, MPFR_RNDN);
  to_integer(x, direction);
  mpfr_mul_2si(x, x, quantum, MPFR_RNDN);
}

// Of x, which is regular.
long exponent_of(mpfr_srcptr x) { return mpfr_get_exp(x) - 1; }

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
        x.exponent +=
            testing::exponent_of(scale, machine_.scale->least_exponent() - 1);
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
    if (!first)
      require_exact(mpfr_add(sum_.get(), sum_.get(), other_.get(), zero));
    first = false;
  }
  return narrow_sum(to);
}

bool MachineOracle::is_tiny(const Narrowing& to) {
  if (exponent_of(sum_.get()) >= to.least) return false;
  if (to.tiny == Tiny::flushed_before) return true;
  if (to.tiny != Tiny::flushed_unbounded) return false;
  mpfr_set(other_.get(), sum_.get(), MPFR_RNDN);
  align(other_.get(), exponent_of(sum_.get()) - to.precision + 1, to.direction);
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
  align(x, quantum, to.direction);
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

// --- sums in fixed point ---

MachineOracle::Addend& MachineOracle::next_addend() {
  if (addends_used_ == addends_.size()) addends_.emplace_back();
  return addends_[addends_used_++];
}

void MachineOracle::append_accumulator(std::optional<double> sum) {
  if (!sum || *sum == 0) return;
  Addend& addend = next_addend();
  mpfr_set_d(addend.value.get(), *sum, MPFR_RNDN);
  addend.exponent =
      testing::exponent_of(*sum, machine_.accumulator.least_exponent());
}

void MachineOracle::append_product(int term) {
  const auto k = static_cast<std::size_t>(term);
  if (left_[k].value == 0 || right_[k].value == 0) return;
  Addend& addend = next_addend();
  set_product(addend.value.get(), term);
  addend.exponent = left_[k].exponent + right_[k].exponent;
}

std::optional<long> MachineOracle::greatest_exponent() const {
  if (addends_used_ == 0) return {};
  long greatest = addends_[0].exponent;
  for (std::size_t i = 1; i < addends_used_; ++i)
    greatest = std::max(greatest, addends_[i].exponent);
  return greatest;
}

// Adds the addends, aligned, to the sum.
void MachineOracle::add_aligned(long quantum, Direction direction) {
  for (std::size_t i = 0; i < addends_used_; ++i) {
    mpfr_ptr term = addends_[i].value.get();
    align(term, quantum, direction);
    require_exact(mpfr_add(sum_.get(), sum_.get(), term, MPFR_RNDN));
  }
}

double MachineOracle::narrow_addends(const Alignment& alignment, const Narrowing& to) {
  mpfr_set_zero(sum_.get(), 1);
  if (const std::optional<long> greatest = greatest_exponent()) {
    const long floor = alignment.floor.value_or(static_cast<int>(*greatest));
    add_aligned(std::max(*greatest, floor) - alignment.bits, alignment.direction);
  }
  return narrow_sum(to);
}

double MachineOracle::aligned_sum(std::optional<double> sum, Terms terms,
                                  const Alignment& alignment, const Narrowing& to) {
  if (special(sum, terms)) return special_sum(sum, terms);
  addends_used_ = 0;
  append_accumulator(sum);
  for (const int term : terms) append_product(term);
  return narrow_addends(alignment, to);
}

double MachineOracle::group_scale(Terms group,
                                  std::span<const std::uint64_t> scales) const {
  const auto k = static_cast<std::size_t>(group.front());
  return value_of(scales[k / static_cast<std::size_t>(machine_.scale_block)],
                  *machine_.scale);
}

void MachineOracle::append_group(Terms group) {
  const double scales[] = {group_scale(group, left_scales_),
                           group_scale(group, right_scales_)};
  const bool all_zero = std::all_of(group.begin(), group.end(), [&](int term) {
    const auto k = static_cast<std::size_t>(term);
    return left_[k].value == 0 || right_[k].value == 0;
  });
  if (all_zero || scales[0] == 0 || scales[1] == 0) return;
  Addend& addend = next_addend();
  mpfr_set_zero(addend.value.get(), 1);
  for (const int term : group) {
    set_product(other_.get(), term);
    require_exact(mpfr_add(addend.value.get(), addend.value.get(), other_.get(),
                           MPFR_RNDN));
  }
  addend.exponent = 0;
  for (const double scale : scales) {
    require_exact(mpfr_mul_d(addend.value.get(), addend.value.get(), scale, MPFR_RNDN));
    const int least = machine_.scale->least_exponent();
    addend.exponent += testing::exponent_of(
        scale, machine_.scale->fraction_bits == 0 ? least - 1 : least);
  }
}

double MachineOracle::grouped_sum(double sum, Terms terms, int group,
                                  const Alignment& alignment, const Narrowing& to) {
  bool is_nan = sum != sum;
  for (std::size_t i = 0; i < terms.size(); i += static_cast<std::size_t>(group)) {
    const Terms first = terms.subspan(i, 1);
    const double x = group_scale(first, left_scales_);
    const double y = group_scale(first, right_scales_);
    is_nan = is_nan || x != x || y != y;
  }
  if (is_nan) return kNan;
  if (!is_finite(sum)) return sum;  // operands are finite
  addends_used_ = 0;
  append_accumulator(sum);
  for (std::size_t i = 0; i < terms.size(); i += static_cast<std::size_t>(group))
    append_group(terms.subspan(i, std::min<std::size_t>(static_cast<std::size_t>(group),
                                                        terms.size() - i)));
  return narrow_addends(alignment, to);
}


// --- CDNA3 ---

// The products of one lane, cut to multiples of 2^(e - bits); returns e, empty without any
// that is not zero.
std::optional<long> MachineOracle::sum_lane(Terms terms, std::size_t lane,
                                            const LateRule& rule, double& sum) {
  addends_used_ = 0;
  for (std::size_t i = lane; i < terms.size(); i += static_cast<std::size_t>(rule.lanes))
    append_product(terms[i]);
  const std::optional<long> e = greatest_exponent();
  mpfr_set_zero(sum_.get(), 1);
  if (e) add_aligned(*e - rule.product_bits, Direction::to_zero);
  sum = mpfr_get_d(sum_.get(), MPFR_RNDN);
  return e;
}

// Adds x, rounded down to a multiple of 2^quantum, to the sum.
void MachineOracle::add_floored(double x, long quantum) {
  mpfr_set_d(other_.get(), x, MPFR_RNDN);
  align(other_.get(), quantum, Direction::down);
  require_exact(mpfr_add(sum_.get(), sum_.get(), other_.get(), MPFR_RNDN));
}

double MachineOracle::late_sum(double sum, Terms terms, const LateRule& rule,
                               const Narrowing& to) {
  if (special(sum, terms) || has_infinite_product(terms))
    return special_sum(sum, terms);
  double lanes[2] = {};
  std::optional<long> e_products;
  for (std::size_t lane = 0; lane < static_cast<std::size_t>(rule.lanes); ++lane)
    e_products = std::max(e_products, sum_lane(terms, lane, rule, lanes[lane]));
  mpfr_set_zero(sum_.get(), 1);
  if (e_products)
    for (const double x : lanes) add_floored(x, *e_products - rule.product_bits);
  const long e_sum =
      sum == 0 ? rule.zero_exponent
               : testing::exponent_of(sum, machine_.accumulator.least_exponent());
  const long e = std::max(e_products.value_or(e_sum), e_sum);
  align(sum_.get(), e - rule.sum_bits, Direction::down);
  if (!rule.dropped_below || e_sum >= e - *rule.dropped_below)
    add_floored(sum, e - rule.accumulator_bits);
  if (mpfr_zero_p(sum_.get()) == 0) {
    const long e_total =
        std::max(exponent_of(sum_.get()), static_cast<long>(rule.zero_exponent));
    align(sum_.get(), e_total - rule.total_bits, Direction::down);
  }
  return narrow_sum(to);
}

bool MachineOracle::has_infinite_product(Terms terms) {
  return std::any_of(terms.begin(), terms.end(), [&](int term) {
    set_product(other_.get(), term);
    return mpfr_inf_p(other_.get()) != 0;
  });
}

}  // namespace halfulp::testing
