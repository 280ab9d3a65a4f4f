#include "halfulp/rounding/explain.h"

#include <array>

#include "halfulp/base/fp_environment.h"
#include "halfulp/formats/codec.h"
#include "halfulp/rounding/neighbours.h"
#include "halfulp/rounding/round.h"

namespace halfulp {
namespace {

bool is_finite(double x) { return !is_not_a_number(x) && !is_infinite(x); }

bool is_member(double x, const Format& f) {
  return is_zero(x) ? f.has_zero : holds(f, x);
}

bool has_subnormal_numbers(const Format& f) {
  return f.encoding != Encoding::twos_complement && f.smallest() < f.smallest_normal();
}

bool is_subnormal(double x, const Format& f) {
  return !is_zero(x) && has_subnormal_numbers(f) &&
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

void locate_outside(Explanation& e, bool is_below, const Format& f) {
  (is_below ? e.below : e.above) = infinity_of(is_below, f);
  const double last = is_below ? f.lowest() : f.max();
  (is_below ? e.above : e.below) = last;
  if (is_below && !f.has_zero) return;  // nothing would come next
  const double gap = gap_at_end(is_below, f);
  const double outward = is_below ? -gap : gap;
  e.beyond = last + outward;
  e.midpoint = last + outward / 2;
  e.fraction = (e.x - last) / outward;
}

void locate(Explanation& e, const Format& f) {
  if (is_member(e.x, f)) {
    e.below = next_down(e.x, f);
    e.above = next_up(e.x, f);
    e.fraction = 0.0;
  } else if (e.x > f.max() || e.x < f.lowest() || is_zero(e.x)) {
    locate_outside(e, e.x <= f.lowest(), f);
  } else {
    e.below = round(e.x, f, {.mode = Rounding::down});
    e.above = round(e.x, f, {.mode = Rounding::up});
    const double gap = e.above - e.below;
    e.midpoint = e.below + gap / 2;
    e.fraction = (e.x - e.below) / gap;
  }
  const double unit = ulp(e.x, f);
  if (is_finite(e.below)) e.ulps_from_below = (e.x - e.below) / unit;
  if (is_finite(e.above)) e.ulps_from_above = (e.above - e.x) / unit;
}

// The mode that does to -x what `mode` does to x.
Rounding mirrored(Rounding mode) {
  if (mode == Rounding::up) return Rounding::down;
  return mode == Rounding::down ? Rounding::up : mode;
}

// Why one of two neighbours was taken.
Reason reason_between(const Explanation& e, Rounding mode) {
  const bool tie = e.x == e.midpoint;
  switch (mode) {
    case Rounding::nearest_even:
      return tie ? Reason::tie_to_even : Reason::nearer;
    case Rounding::nearest_away:
      return tie ? Reason::tie_away : Reason::nearer;
    case Rounding::toward_zero:
    case Rounding::up:
    case Rounding::down:
      return Reason::directed;
    case Rounding::odd:
      break;
  }
  return Reason::to_odd;
}

// Whether x, outside the format by less than a gap, is rounded to its last number.
bool turns_inward(const Explanation& e, bool is_below, const Format& f, Rounding mode) {
  const bool has_odd_code = (encode(is_below ? f.lowest() : f.max(), f) & 1) != 0;
  const bool is_nearer = is_below ? e.x > e.midpoint : e.x < e.midpoint;
  switch (mode) {
    case Rounding::nearest_even:
      return is_nearer || (e.x == e.midpoint && !has_odd_code);
    case Rounding::nearest_away:
      return is_nearer;
    case Rounding::toward_zero:
      return true;
    case Rounding::up:
      return is_below;
    case Rounding::down:
      return !is_below;
    case Rounding::odd:
      break;
  }
  return has_odd_code;
}

// Whether a negative x, rounded as if an unsigned format had negative numbers, is one of
// the subnormal numbers that become zero.
bool is_flushed_below_zero(double x, const Format& f, const RoundingRule& rule) {
  if (f.has_sign || !rule.flushes_output() || -x > f.max()) return false;
  return is_subnormal(round(-x, f, {.mode = mirrored(rule.mode)}), f);
}

Reason reason_outside(const Explanation& e, const Format& f, const RoundingRule& rule) {
  const bool is_below = e.x <= f.lowest();
  if (is_below && !f.has_zero) {
    return e.x > 0 ? Reason::no_zero : Reason::out_of_range;
  }
  const bool is_far = is_below ? e.x <= e.beyond : e.x >= e.beyond;
  if (!is_far && turns_inward(e, is_below, f, rule.mode)) {
    return reason_between(e, rule.mode);
  }
  return is_below && is_flushed_below_zero(e.x, f, rule) ? Reason::flushed_output
                                                         : Reason::out_of_range;
}

Reason reason_of(const Explanation& e, const Format& f, const RoundingRule& rule) {
  if (is_not_a_number(e.x)) return Reason::not_a_number;
  if (is_infinite(e.x)) return Reason::infinite;
  if (rule.flushes_input() && is_subnormal(e.x, f)) return Reason::flushed_input;
  if (is_member(e.x, f)) {
    const bool flushed = rule.flushes_output() && is_subnormal(e.x, f);
    return flushed ? Reason::flushed_output : Reason::exact;
  }
  if (is_zero(e.x) || e.x > f.max() || e.x < f.lowest()) {
    return reason_outside(e, f, rule);
  }
  RoundingRule kept = rule;
  kept.subnormals = Subnormals::keep;
  const bool flushed = rule.flushes_output() && is_subnormal(round(e.x, f, kept), f);
  return flushed ? Reason::flushed_output : reason_between(e, rule.mode);
}

}  // namespace

std::span<const Word<Reason>> reason_words() {
  static constexpr std::array<Word<Reason>, 12> words = {{
      {Reason::exact, "exact"},
      {Reason::nearer, "nearer"},
      {Reason::tie_to_even, "tie_to_even"},
      {Reason::tie_away, "tie_away"},
      {Reason::directed, "directed"},
      {Reason::to_odd, "to_odd"},
      {Reason::flushed_input, "flushed_input"},
      {Reason::flushed_output, "flushed_output"},
      {Reason::no_zero, "no_zero"},
      {Reason::out_of_range, "out_of_range"},
      {Reason::infinite, "infinite"},
      {Reason::not_a_number, "not_a_number"},
  }};
  return words;
}

Explanation explain(double x, const Format& format, const RoundingRule& rule) {
  Explanation e{.x = x, .result = round(x, format, rule)};
  in_default_fp_environment([&] {
    if (is_finite(x)) locate(e, format);
    e.reason = reason_of(e, format, rule);
  });
  return e;
}

}  // namespace halfulp
