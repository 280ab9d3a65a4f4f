// The judge's sums of aligned terms.

#include <algorithm>
#include <limits>

#include "support/exact_steps.h"
#include "support/machine_oracle.h"

namespace halfulp::testing {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

MachineOracle::Addend& MachineOracle::next_addend() {
  if (addends_used_ == addends_.size()) addends_.emplace_back();
  return addends_[addends_used_++];
}

void MachineOracle::append_accumulator(std::optional<double> sum) {
  if (!sum || *sum == 0) return;
  Addend& addend = next_addend();
  mpfr_set_d(addend.value.get(), *sum, MPFR_RNDN);
  addend.exponent = testing::exponent_of(*sum, machine_.accumulator.least_exponent());
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
    round_to_multiple(term, quantum, direction);
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
    require_exact(
        mpfr_add(addend.value.get(), addend.value.get(), other_.get(), MPFR_RNDN));
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
    append_group(terms.subspan(
        i, std::min<std::size_t>(static_cast<std::size_t>(group), terms.size() - i)));
  return narrow_addends(alignment, to);
}

// --- CDNA3 ---

// The products of one lane, cut to multiples of 2^(e - bits); returns e, empty without any
// that is not zero.
std::optional<long> MachineOracle::sum_lane(Terms terms, std::size_t lane,
                                            const LateRule& rule, double& sum) {
  addends_used_ = 0;
  for (std::size_t i = lane; i < terms.size();
       i += static_cast<std::size_t>(rule.lanes))
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
  round_to_multiple(other_.get(), quantum, Direction::down);
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
  round_to_multiple(sum_.get(), e - rule.sum_bits, Direction::down);
  if (!rule.dropped_below || e_sum >= e - *rule.dropped_below)
    add_floored(sum, e - rule.accumulator_bits);
  if (mpfr_zero_p(sum_.get()) == 0) {
    const long e_total =
        std::max(exponent_of(sum_.get()), static_cast<long>(rule.zero_exponent));
    round_to_multiple(sum_.get(), e_total - rule.total_bits, Direction::down);
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
