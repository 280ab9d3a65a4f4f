#include "halfulp/rounding/out_of_range.h"

#include <stdexcept>
#include <string>

#include "halfulp/rounding/round.h"

namespace halfulp {
namespace {

bool saturates(const RoundingRule& rule) {
  return rule.overflow == Overflow::saturate_finite ||
         rule.overflow == Overflow::saturate_propagate;
}

bool has_infinity(const Format& f, bool negative) {
  return f.has_infinity() && (f.has_sign || !negative);
}

double limit(bool below, const Format& f) { return below ? f.lowest() : f.max(); }

double infinity(bool negative) { return with_sign(kPositiveInfinity, negative); }

double nan(bool negative, const Format& f) {
  return with_sign(kQuietNan, negative && f.has_signed_nan());
}

// Whether the mode turns back to the last finite number.
bool turns_back(bool below, const Format& f, const RoundingRule& rule) {
  switch (rule.mode) {
    case Rounding::toward_zero:
      return true;
    case Rounding::up:
      return below;
    case Rounding::down:
      return !below;
    case Rounding::odd:
      // P3109 v4.0: unsigned formats with an infinity, whose code is even.
      return rule.overflow == Overflow::ieee ||
             (!below && !f.has_sign && f.has_infinity());
    case Rounding::nearest_even:
    case Rounding::nearest_away:
    case Rounding::nearest_toward_zero:
    case Rounding::away:
    case Rounding::stochastic_a:
    case Rounding::stochastic_b:
    case Rounding::stochastic_c:
    case Rounding::stochastic_equal:
      break;
  }
  return false;
}

}  // namespace

OutOfRange out_of_range_case(bool below, const Format& format,
                             const RoundingRule& rule) {
  if (saturates(rule)) return OutOfRange::saturated;
  if (turns_back(below, format, rule)) return OutOfRange::turned_back;
  if (has_infinity(format, below)) return OutOfRange::to_infinity;
  return format.has_nan() ? OutOfRange::to_nan : OutOfRange::to_last;
}

double out_of_range(bool below, const Format& format, const RoundingRule& rule) {
  switch (out_of_range_case(below, format, rule)) {
    case OutOfRange::to_infinity:
      return infinity(below);
    case OutOfRange::to_nan:
      return nan(below, format);
    case OutOfRange::saturated:
    case OutOfRange::turned_back:
    case OutOfRange::to_last:
      break;
  }
  return limit(below, format);
}

double round_infinity(bool negative, const Format& format, const RoundingRule& rule) {
  if (rule.overflow == Overflow::saturate_finite) return limit(negative, format);
  if (has_infinity(format, negative)) return infinity(negative);
  require_infinity_rule(format, rule, negative);
  if (saturates(rule) || rule.inf_input == InfInput::max)
    return limit(negative, format);
  return nan(negative, format);
}

double round_nan(double x, const Format& format, const RoundingRule& rule) {
  require_nan_rule(format, rule);
  const double canonical = nan(sign_bit(x), format);
  if (rule.nan == NanRule::canonical || format.specials != Specials::ieee) {
    return canonical;
  }
  const std::uint64_t leading = kFractionMask << (53 - format.precision);
  return from_bits(bits_of(canonical) | (bits_of(x) & kFractionMask & leading));
}

void require_infinity_rule(const Format& format, const RoundingRule& rule,
                           bool negative) {
  if (has_infinity(format, negative) || saturates(rule) ||
      rule.inf_input == InfInput::max) {
    return;
  }
  const std::string name(format.name.view());
  if (rule.inf_input == InfInput::error) {
    throw std::invalid_argument("an infinite input met inf_input='error': " + name +
                                " has no " + (negative ? "-infinity" : "infinity"));
  }
  if (!format.has_nan()) {
    throw std::invalid_argument(
        "an infinite input has no image in " + name +
        ", which has neither infinity nor NaN; pass inf_input='max' or "
        "overflow='saturate_finite'");
  }
}

void require_nan_rule(const Format& format, const RoundingRule& rule) {
  if (rule.nan == NanRule::error) {
    throw std::invalid_argument("a NaN input met nan='error'");
  }
  if (format.has_nan()) return;
  throw std::invalid_argument("a NaN input has no image in " +
                              std::string(format.name.view()) +
                              ", which has no NaN; replace the NaNs first");
}

}  // namespace halfulp
