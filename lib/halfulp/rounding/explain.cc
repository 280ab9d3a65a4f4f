#include "halfulp/rounding/explain.h"

#include <array>

#include "halfulp/base/fp_environment.h"
#include "halfulp/formats/codec.h"
#include "halfulp/rounding/discarded.h"
#include "halfulp/rounding/neighbours.h"
#include "halfulp/rounding/out_of_range.h"
#include "halfulp/rounding/round.h"

namespace halfulp {
namespace {

bool is_finite(double x) { return !is_not_a_number(x) && !is_infinite(x); }

bool is_member(double x, const Format& f) {
  return is_zero(x) ? f.has_zero : holds(f, x);
}

bool is_subnormal(double x, const Format& f) {
  return !is_zero(x) && f.has_subnormal_numbers() &&
         magnitude_bits(x) < bits_of(f.smallest_normal());
}

double infinity_of(bool negative, const Format& f) {
  const bool there = f.has_infinity() && (f.has_sign || !negative);
  return there ? with_sign(kPositiveInfinity, negative) : kQuietNan;
}

// The gap beyond the last number, the least one if `below`, as rounding sees it: a format
// without sign would go on below zero as it does above.
double gap_at_end(bool below, const Format& f) {
  if (!below) return ulp(f.max(), f);
  return f.has_sign ? ulp(f.lowest(), f) : f.smallest();
}

// start + step / 2, NaN if that is no binary64 number.
double halfway(double start, double step) {
  const double half = step / 2;
  const double middle = start + half;
  return half + half == step && middle - start == half ? middle : kQuietNan;
}

void locate_outside(Explanation& e, bool is_below, const Format& f) {
  (is_below ? e.below : e.above) = infinity_of(is_below, f);
  const double last = is_below ? f.lowest() : f.max();
  (is_below ? e.above : e.below) = last;
  if (is_below && !f.has_zero) return;  // nothing would come next
  const double gap = gap_at_end(is_below, f);
  const double outward = is_below ? -gap : gap;
  e.beyond = last + outward;
  e.midpoint = halfway(last, outward);
  e.fraction = (e.x - last) / outward;
}

void locate(Explanation& e, const Format& f) {
  e.is_member = is_member(e.x, f);
  if (e.is_member) {
    e.below = next_down(e.x, f);
    e.above = next_up(e.x, f);
    e.fraction = 0.0;
  } else if (e.x > f.max() || e.x < f.lowest() || is_zero(e.x)) {
    locate_outside(e, e.x <= f.lowest(), f);
  } else {
    e.below = round(e.x, f, {.mode = Rounding::down});
    e.above = round(e.x, f, {.mode = Rounding::up});
    const double gap = e.above - e.below;
    e.midpoint = halfway(e.below, gap);
    e.fraction = (e.x - e.below) / gap;
  }
  const double unit = ulp(e.x, f);
  if (is_finite(e.below)) e.ulps_from_below = (e.x - e.below) / unit;
  if (is_finite(e.above)) e.ulps_from_above = (e.above - e.x) / unit;
}

// Why one of two neighbours was taken.
Reason reason_between(const Explanation& e, Rounding mode) {
  const bool tie = e.x == e.midpoint;
  switch (mode) {
    case Rounding::nearest_even:
      return tie ? Reason::tie_to_even : Reason::nearer;
    case Rounding::nearest_away:
      return tie ? Reason::tie_away : Reason::nearer;
    case Rounding::nearest_toward_zero:
      return tie ? Reason::tie_toward_zero : Reason::nearer;
    case Rounding::toward_zero:
    case Rounding::up:
    case Rounding::down:
    case Rounding::away:
      return Reason::directed;
    case Rounding::odd:
      return Reason::to_odd;
    case Rounding::stochastic_a:
    case Rounding::stochastic_b:
    case Rounding::stochastic_c:
    case Rounding::stochastic_equal:
      break;
  }
  return Reason::stochastic;
}

// What was asked for, with the random word.
struct Question {
  const Format& format;
  const RoundingRule& rule;
  std::uint32_t random;
};

// Whether x, outside the format, is rounded to its last number, going on without a largest.
bool turns_inward(const Explanation& e, bool is_below, const Question& q) {
  if (is_below ? e.x <= e.beyond : e.x >= e.beyond) return false;
  const double last = is_below ? q.format.lowest() : q.format.max();
  const Unpacked part = unpack_magnitude(e.x - last);  // exact
  const Unpacked gap = unpack_magnitude(gap_at_end(is_below, q.format));
  const Discarded v = discarded_quotient(part.significand, part.exponent,
                                         gap.significand, gap.exponent, false);
  const bool has_odd_code = (encode(last, q.format) & 1) != 0;
  return !takes_upper(v, has_odd_code, is_below, q.rule, q.random);
}

// Whether a negative x, rounded as if an unsigned format had negative numbers, is one of
// the subnormal numbers that become zero.
bool is_flushed_below_zero(double x, const Question& q) {
  if (q.format.has_sign || !q.rule.flushes_output() || -x > q.format.max())
    return false;
  RoundingRule mirrored{.mode = q.rule.mode, .random_bits = q.rule.random_bits};
  if (mirrored.mode == Rounding::up || mirrored.mode == Rounding::down) {
    mirrored.mode = mirrored.mode == Rounding::up ? Rounding::down : Rounding::up;
  }
  return is_subnormal(round(-x, q.format, mirrored, q.random), q.format);
}

Reason reason_out_of_range(bool is_below, const Question& q) {
  switch (out_of_range_case(is_below, q.format, q.rule)) {
    case OutOfRange::saturated:
      return Reason::saturated;
    case OutOfRange::turned_back:
      return Reason::turned_back;
    case OutOfRange::to_infinity:
      return Reason::to_infinity;
    case OutOfRange::to_nan:
      return Reason::to_nan;
    case OutOfRange::to_last:
      break;
  }
  return Reason::to_last;
}

Reason reason_outside(const Explanation& e, const Question& q) {
  const bool is_below = e.x <= q.format.lowest();
  if (is_below && !q.format.has_zero) {
    return e.x > 0 ? Reason::no_zero : reason_out_of_range(is_below, q);
  }
  if (turns_inward(e, is_below, q)) return reason_between(e, q.rule.mode);
  return is_below && is_flushed_below_zero(e.x, q) ? Reason::flushed_output
                                                   : reason_out_of_range(is_below, q);
}

Reason reason_of(const Explanation& e, const Question& q) {
  const Format& f = q.format;
  if (is_not_a_number(e.x)) return Reason::not_a_number;
  if (is_infinite(e.x)) return Reason::infinite;
  if (q.rule.flushes_input() && is_subnormal(e.x, f)) return Reason::flushed_input;
  if (e.is_member) {
    const bool flushed = q.rule.flushes_output() && is_subnormal(e.x, f);
    return flushed ? Reason::flushed_output : Reason::exact;
  }
  if (is_zero(e.x) || e.x > f.max() || e.x < f.lowest()) return reason_outside(e, q);
  RoundingRule kept = q.rule;
  kept.subnormals = Subnormals::keep;
  const bool flushed =
      q.rule.flushes_output() && is_subnormal(round(e.x, f, kept, q.random), f);
  return flushed ? Reason::flushed_output : reason_between(e, q.rule.mode);
}

}  // namespace

std::span<const Word<Reason>> reason_words() {
  static constexpr std::array<Word<Reason>, 18> words = {{
      {Reason::exact, "exact"},
      {Reason::nearer, "nearer"},
      {Reason::tie_to_even, "tie_to_even"},
      {Reason::tie_away, "tie_away"},
      {Reason::tie_toward_zero, "tie_toward_zero"},
      {Reason::directed, "directed"},
      {Reason::to_odd, "to_odd"},
      {Reason::stochastic, "stochastic"},
      {Reason::flushed_input, "flushed_input"},
      {Reason::flushed_output, "flushed_output"},
      {Reason::no_zero, "no_zero"},
      {Reason::saturated, "saturated"},
      {Reason::turned_back, "turned_back"},
      {Reason::to_infinity, "to_infinity"},
      {Reason::to_nan, "to_nan"},
      {Reason::to_last, "to_last"},
      {Reason::infinite, "infinite"},
      {Reason::not_a_number, "not_a_number"},
  }};
  return words;
}

Explanation explain(double x, const Format& format, const RoundingRule& rule,
                    std::uint32_t random) {
  Explanation e{.x = x, .result = round(x, format, rule, random)};
  in_default_fp_environment([&] {
    if (is_finite(x)) locate(e, format);
    e.reason = reason_of(e, {format, rule, random});
  });
  return e;
}

Explanation explain(double x, const Format& format, const RoundingRule& rule) {
  require_deterministic(rule);
  return explain(x, format, rule, 0);
}

}  // namespace halfulp
