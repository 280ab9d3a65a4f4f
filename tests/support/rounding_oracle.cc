#include "support/rounding_oracle.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <vector>

#include "support/code_table.h"
#include "support/mpfr_value.h"

namespace halfulp::testing {

using Place = RoundingOracle::Place;

class RoundingOracle::Line {
 public:
  virtual ~Line() = default;
  virtual Place place(double x) const = 0;
  virtual Place place(mpfr_srcptr x) const = 0;
};

namespace {

Place at(double value, bool outside) {
  return {.negative = false,
          .lower = value,
          .upper = value,
          .lower_outside = outside,
          .upper_outside = outside,
          .lower_is_even = true,
          .nearer = 0,
          .is_tiny = false};
}

// The sorted values, with one more at each end as if the format went on there. Below an
// unsigned format with zero are its numbers with a minus sign, below one without zero there
// is nothing.
class TableLine : public RoundingOracle::Line {
 public:
  explicit TableLine(const Format& f) {
    const double beyond = documented_beyond_max(f);
    const auto values = sorted_values(f);
    if (f.has_sign) {
      const bool twos_complement = f.encoding == Encoding::twos_complement;
      const double step = values[1].value - values[0].value;
      const double below = twos_complement ? values[0].value - step : -beyond;
      points_.push_back({below, values.front().code % 2 != 0, true});
    } else if (f.has_zero) {
      points_.push_back({-beyond, values.back().code % 2 != 0, true});
      for (auto v = values.rbegin(); v != values.rend() - 1; ++v) {
        points_.push_back({-v->value, v->code % 2 == 0, true});
      }
    }
    for (const CodedValue& v : values)
      points_.push_back({v.value, v.code % 2 == 0, false});
    points_.push_back({beyond, values.back().code % 2 != 0, true});
    for (std::size_t i = 1; i < points_.size(); ++i) {
      const double low = points_[i - 1].value, high = points_[i].value;
      // Sterbenz: these differences are exact, so the midpoint is.
      const double middle = middle_of(low, high);
      const double below = middle - low, above = high - middle;
      if (!(below == above || std::isinf(below) || std::isinf(above)))
        throw std::logic_error("inexact midpoint");
    }
  }

  Place place(double x) const override {
    return enclose([x](double v) { return x < v ? -1 : x > v ? 1 : 0; });
  }
  Place place(mpfr_srcptr x) const override {
    return enclose([x](double v) {
      if (!std::isinf(v)) return mpfr_cmp_d(x, v);
      return mpfr_cmp_si_2exp(x, v > 0 ? 1 : -1, 1024);
    });
  }

 private:
  struct Point {
    double value;
    bool is_even;
    bool outside;
  };

  // compare(v) has the sign of x - v.
  template <class Compare>
  Place enclose(Compare compare) const {
    const auto above =
        std::partition_point(points_.begin(), points_.end(),
                             [&](const Point& p) { return compare(p.value) > 0; });
    if (above == points_.end()) return at(points_.back().value, true);
    if (compare(above->value) == 0) return at(above->value, above->outside);
    if (above == points_.begin()) {
      const bool beside_zero = !above->outside && compare(0) > 0;
      return at(above->value, !beside_zero);
    }
    const Point& lower = *(above - 1);
    const int side = compare(middle_of(lower.value, above->value));
    return {.negative = false,
            .lower = lower.value,
            .upper = above->value,
            .lower_outside = lower.outside,
            .upper_outside = above->outside,
            .lower_is_even = lower.is_even,
            .nearer = side < 0   ? -1
                      : side > 0 ? 1
                                 : 0,
            .is_tiny = false};
  }

  std::vector<Point> points_;
};

// Formats laid out like IEEE 754's: x cut to the bits that its binade has, towards zero and
// away from it.
class TruncationLine : public RoundingOracle::Line {
 public:
  explicit TruncationLine(const Format& f)
      : precision_(f.precision),
        least_exponent_(f.emin - f.precision + 1),
        max_(std::ldexp(2 - std::ldexp(1.0, 1 - f.precision), f.emax)) {
    if (f.encoding != Encoding::sign_magnitude || f.specials != Specials::ieee)
      throw std::invalid_argument("no oracle for such a wide format");
  }

  Place place(double x) const override { return place(MpfrValue(x, 53).get()); }

  Place place(mpfr_srcptr x) const override {
    if (mpfr_zero_p(x)) return at(0, false);
    const mpfr_exp_t exponent = mpfr_get_exp(x) - 1;
    const mpfr_prec_t bits =
        std::min<mpfr_exp_t>(precision_, exponent - least_exponent_ + 1);
    MpfrValue inner(64), outer(64), middle(64), gap(64);
    if (bits >= 1) {
      MpfrValue cut(bits);
      mpfr_set(cut.get(), x, MPFR_RNDZ);
      mpfr_set(inner.get(), cut.get(), MPFR_RNDN);
      mpfr_set(cut.get(), x, MPFR_RNDA);
      mpfr_set(outer.get(), cut.get(), MPFR_RNDN);
    } else {
      mpfr_set_zero(inner.get(), 1);
      mpfr_set_ui_2exp(outer.get(), 1, least_exponent_, MPFR_RNDN);
      if (mpfr_sgn(x) < 0) mpfr_neg(outer.get(), outer.get(), MPFR_RNDN);
    }
    if (mpfr_equal_p(inner.get(), x)) return at(to_double(inner), is_outside(inner));

    mpfr_add(middle.get(), inner.get(), outer.get(), MPFR_RNDN);
    mpfr_div_2ui(middle.get(), middle.get(), 1, MPFR_RNDN);
    mpfr_sub(gap.get(), outer.get(), inner.get(), MPFR_RNDN);
    mpfr_div(gap.get(), inner.get(), gap.get(),
             MPFR_RNDN);  // an integer: the significand
    const bool inner_is_even = mpfr_get_ui(gap.get(), MPFR_RNDN) % 2 == 0;
    const bool negative = mpfr_sgn(x) < 0;
    const MpfrValue& lower = negative ? outer : inner;
    const MpfrValue& upper = negative ? inner : outer;
    const int side = mpfr_cmp(x, middle.get());
    return {.negative = false,
            .lower = to_double(lower),
            .upper = to_double(upper),
            .lower_outside = is_outside(lower),
            .upper_outside = is_outside(upper),
            .lower_is_even = negative ? !inner_is_even : inner_is_even,
            .nearer = side < 0   ? -1
                      : side > 0 ? 1
                                 : 0,
            .is_tiny = false};
  }

 private:
  static double to_double(const MpfrValue& v) { return mpfr_get_d(v.get(), MPFR_RNDN); }
  bool is_outside(const MpfrValue& v) const {
    return mpfr_cmp_d(v.get(), max_) > 0 || mpfr_cmp_d(v.get(), -max_) < 0;
  }

  int precision_;
  int least_exponent_;
  double max_;
};

// Where overflow turns back to the last finite number, by mode: above, below.
struct TurnsBack {
  Rounding mode;
  bool above, below;
};
constexpr TurnsBack kIeee[] = {
    {Rounding::nearest_even, false, false},
    {Rounding::nearest_away, false, false},
    {Rounding::nearest_toward_zero, false, false},
    {Rounding::toward_zero, true, true},
    {Rounding::up, false, true},
    {Rounding::down, true, false},
    {Rounding::away, false, false},
    {Rounding::odd, true, true},
};

double smallest_normal_of(const Format& f) {
  const bool has_subnormal_numbers =
      f.encoding != Encoding::twos_complement && f.has_subnormals && f.precision > 1;
  return has_subnormal_numbers ? std::ldexp(1.0, f.emin) : 0;
}

}  // namespace

RoundingOracle::RoundingOracle(const Format& format)
    : format_(format),
      has_nan_(format.specials != Specials::none),
      nan_has_sign_(format.has_sign && (format.specials == Specials::ieee ||
                                        format.specials == Specials::nan_all_ones ||
                                        format.specials == Specials::inf_nan_all_ones)),
      has_minus_zero_(format.has_sign && format.encoding == Encoding::sign_magnitude &&
                      format.specials != Specials::nan_minus_zero &&
                      format.specials != Specials::inf_nan_minus_zero),
      smallest_normal_(smallest_normal_of(format)) {
  if (format.width <= 20) {
    line_ = std::make_unique<TableLine>(format);
    const auto values = sorted_values(format);
    least_ = values.front().value;
    greatest_ = values.back().value;
  } else {
    line_ = std::make_unique<TruncationLine>(format);
    greatest_ = std::ldexp(2 - std::ldexp(1.0, 1 - format.precision), format.emax);
    least_ = -greatest_;
  }
}

RoundingOracle::~RoundingOracle() = default;

Place RoundingOracle::place(double x) const {
  Place place = line_->place(x);
  place.negative = std::signbit(x);
  place.is_tiny = x != 0 && std::fabs(x) < smallest_normal_;
  return place;
}

Place RoundingOracle::place(mpfr_srcptr x) const {
  Place place = line_->place(x);
  place.negative = mpfr_signbit(x) != 0;
  place.is_tiny = mpfr_sgn(x) != 0 && mpfr_cmp_d(x, smallest_normal_) < 0 &&
                  mpfr_cmp_d(x, -smallest_normal_) > 0;
  return place;
}

double RoundingOracle::round(const Place& x, const RoundingRule& rule) const {
  bool upper = false;
  switch (rule.mode) {
    case Rounding::nearest_even:
      upper = x.nearer > 0 || (x.nearer == 0 && !x.lower_is_even);
      break;
    case Rounding::nearest_away:
      upper = x.nearer > 0 || (x.nearer == 0 && !x.negative);
      break;
    case Rounding::nearest_toward_zero:
      upper = x.nearer > 0 || (x.nearer == 0 && x.negative);
      break;
    case Rounding::toward_zero:
      upper = x.negative;
      break;
    case Rounding::up:
      upper = true;
      break;
    case Rounding::down:
      break;
    case Rounding::away:
      upper = !x.negative;
      break;
    case Rounding::odd:
      upper = x.lower_is_even;
      break;
    default:
      throw std::invalid_argument("a stochastic mode does not say what it chooses");
  }
  return chosen(x, upper, rule);
}

double RoundingOracle::round(const Place& x, const RoundingRule& rule,
                             bool to_larger_magnitude) const {
  return chosen(x, to_larger_magnitude != x.negative, rule);
}

double RoundingOracle::chosen(const Place& x, bool upper,
                              const RoundingRule& rule) const {
  const bool flush_input = rule.subnormals == Subnormals::flush_input ||
                           rule.subnormals == Subnormals::flush_both;
  if (flush_input && x.is_tiny) return zero(x.negative, rule);
  const bool flush_output = rule.subnormals == Subnormals::flush_output ||
                            rule.subnormals == Subnormals::flush_both;
  const double number = upper ? x.upper : x.lower;
  // Also where an unsigned format would have its negative numbers, if it had any.
  if (flush_output && std::fabs(number) < smallest_normal_)
    return zero(x.negative, rule);
  if (upper ? x.upper_outside : x.lower_outside) {
    return overflow(number <= least_, rule);
  }
  return number == 0 ? zero(x.negative, rule) : number;
}

double RoundingOracle::overflow(bool below, const RoundingRule& rule) const {
  const double last = below ? least_ : greatest_;
  if (rule.overflow == Overflow::saturate_finite ||
      rule.overflow == Overflow::saturate_propagate) {
    return last;
  }
  for (const TurnsBack& row : kIeee) {
    if (row.mode != rule.mode) continue;
    bool turns_back = below ? row.below : row.above;
    if (rule.mode == Rounding::odd && rule.overflow == Overflow::none) {
      turns_back = !below && !format_.has_sign && has_infinity(false);
    }
    if (turns_back) return last;
  }
  if (has_infinity(below)) {
    return below ? -std::numeric_limits<double>::infinity()
                 : std::numeric_limits<double>::infinity();
  }
  return has_nan_ ? nan(below) : last;
}

double RoundingOracle::zero(bool negative, const RoundingRule& rule) const {
  if (!format_.has_zero) return overflow(true, rule);
  return negative && has_minus_zero_ ? -0.0 : 0.0;
}

bool RoundingOracle::has_infinity(bool negative) const {
  if (negative && !format_.has_sign) return false;
  return format_.specials == Specials::ieee ||
         format_.specials == Specials::inf_nan_all_ones ||
         format_.specials == Specials::inf_nan_minus_zero;
}

double RoundingOracle::nan(bool negative) const {
  const double positive = std::numeric_limits<double>::quiet_NaN();
  return negative && nan_has_sign_ ? std::copysign(positive, -1.0) : positive;
}

std::optional<double> RoundingOracle::round_infinity(bool negative,
                                                     const RoundingRule& rule) const {
  const double last = negative ? least_ : greatest_;
  if (rule.overflow == Overflow::saturate_finite) return last;
  if (has_infinity(negative)) {
    return negative ? -std::numeric_limits<double>::infinity()
                    : std::numeric_limits<double>::infinity();
  }
  if (rule.overflow == Overflow::saturate_propagate) return last;
  switch (rule.inf_input) {
    case InfInput::max:
      return last;
    case InfInput::error:
      return std::nullopt;
    case InfInput::nan:
      break;
  }
  if (!has_nan_) return std::nullopt;
  return nan(negative);
}

std::optional<double> RoundingOracle::round_nan(double x,
                                                const RoundingRule& rule) const {
  if (!has_nan_ || rule.nan == NanRule::error) return std::nullopt;
  const double canonical = nan(std::signbit(x));
  if (rule.nan == NanRule::canonical || format_.specials != Specials::ieee) {
    return canonical;
  }
  // The quiet bit, and the bits of x that precision - 1 fraction bits hold.
  std::uint64_t fraction = 0;
  for (int i = 0; i < format_.precision - 1; ++i) {
    fraction |= std::bit_cast<std::uint64_t>(x) & (std::uint64_t{1} << (51 - i));
  }
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(canonical) | fraction);
}

}  // namespace halfulp::testing
