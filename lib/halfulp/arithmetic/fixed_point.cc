#include "halfulp/arithmetic/fixed_point.h"

#include <algorithm>
#include <vector>

#include "halfulp/rounding/discarded.h"

namespace halfulp {
namespace {

int floor_log2(const Integer& x) {
  return static_cast<int>(boost::multiprecision::msb(abs(x)));
}

std::optional<int> greatest_field(std::span<const Term> terms) {
  std::optional<int> greatest;
  for (const Term& term : terms) {
    if (term.field) greatest = std::max(greatest.value_or(*term.field), *term.field);
  }
  return greatest;
}

// The terms rounded to multiples of 2^exponent each, then added.
Term aligned_sum(std::span<const Term> terms, int exponent, Rounding mode) {
  Term sum{0, exponent, {}};
  for (const Term& term : terms) sum.significand += multiple_of(term, exponent, mode);
  return sum;
}

Term rounded(const Term& x, int exponent, Rounding mode) {
  return {multiple_of(x, exponent, mode), exponent, x.field};
}

// The products' own sum, with the greatest of their exponents in its field.
std::optional<Term> products_sum(std::span<const Term> products,
                                 const FixedPointSum& rule) {
  const std::optional<int> greatest = greatest_field(products);
  if (!greatest) return std::nullopt;
  const auto deals = static_cast<std::size_t>(rule.interleaved);
  std::vector<Term> sums;
  for (std::size_t first = 0; first < deals; ++first) {
    std::vector<Term> dealt;
    for (std::size_t i = first; i < products.size(); i += deals)
      dealt.push_back(products[i]);
    const std::optional<int> own = greatest_field(dealt);
    if (!own) continue;
    sums.push_back(aligned_sum(dealt, *own - rule.fraction_bits, rule.alignment));
  }
  Term sum = aligned_sum(sums, *greatest - rule.fraction_bits, Rounding::down);
  sum.field = *greatest;
  return sum;
}

Term late_sum(std::span<const Term> products, const std::optional<Term>& running,
              const FixedPointSum& rule) {
  const LateAccumulator& late = *rule.late;
  const std::optional<Term> sum = products_sum(products, rule);
  const bool has_running = running && running->significand != 0;
  const int running_field = has_running ? *running->field : late.zero_exponent;
  const int greatest = sum ? std::max(*sum->field, running_field) : running_field;
  const bool dropped =
      late.dropped_below && running_field < greatest - *late.dropped_below;

  std::vector<Term> terms;
  if (sum) terms.push_back(rounded(*sum, greatest - late.sum_bits, late.rounding));
  if (has_running && !dropped) {
    terms.push_back(rounded(*running, greatest - late.accumulator_bits, late.rounding));
  }
  const Term total = exact_sum(terms);
  if (total.significand == 0) return total;
  const int top = floor_log2(total.significand) + total.exponent;
  return rounded(total, std::max(top, late.zero_exponent) - late.total_bits,
                 late.rounding);
}

}  // namespace

Real real_of(const Integer& x, int exponent) {
  if (x == 0) return {};
  const Integer magnitude = abs(x);
  const int rest = std::max(0, floor_log2(x) - 63);
  const Integer leading = magnitude >> rest;
  return {x < 0, static_cast<std::uint64_t>(leading), exponent + rest,
          (leading << rest) != magnitude};
}

Term exact_sum(std::span<const Term> terms) {
  Term sum;
  bool first = true;
  for (const Term& term : terms) {
    if (term.significand == 0) continue;
    sum.exponent = first ? term.exponent : std::min(sum.exponent, term.exponent);
    first = false;
  }
  for (const Term& term : terms) {
    if (term.significand != 0)
      sum.significand += term.significand << (term.exponent - sum.exponent);
  }
  return sum;
}

Integer multiple_of(const Term& x, int exponent, Rounding mode) {
  const int shift = x.exponent - exponent;
  if (shift >= 0) return x.significand << shift;
  const Integer magnitude = abs(x.significand);
  Integer quotient = magnitude >> -shift;
  const Integer rest = (magnitude - (quotient << -shift)) << Discarded::kBits;
  const Integer leading = rest >> -shift;
  const Discarded discarded{static_cast<std::uint64_t>(leading),
                            (leading << -shift) != rest};
  if (takes_upper(discarded, bit_test(quotient, 0), x.significand < 0, {.mode = mode},
                  0))
    ++quotient;
  if (x.significand < 0) quotient = -quotient;
  return quotient;
}

Term fixed_point_sum(std::span<const Term> products, const std::optional<Term>& sum,
                     const FixedPointSum& rule) {
  if (rule.late) return late_sum(products, sum, rule);
  std::vector<Term> terms(products.begin(), products.end());
  if (sum) terms.push_back(*sum);
  const std::optional<int> greatest = greatest_field(terms);
  if (!greatest) return {};
  const int exponent = std::max(*greatest, rule.least_exponent.value_or(*greatest));
  return aligned_sum(terms, exponent - rule.fraction_bits, rule.alignment);
}

}  // namespace halfulp
