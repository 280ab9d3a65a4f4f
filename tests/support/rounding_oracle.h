#pragma once

#include <mpfr.h>

#include <memory>
#include <optional>

#include "halfulp/formats/format.h"
#include "halfulp/rounding/rounding_rule.h"

namespace halfulp::testing {

// Rounding of any real number to any format under any rule, by another road than the
// library: the real line between the two neighbours that enclose x.
//
// Formats of up to 20 bits: the neighbours come from the sorted table of all values (decoded
// by the words of the format's document), wider ones from MPFR truncation to the bits of the
// binade. Which one is nearer is told by comparing x with their exact midpoint; "even" and
// "odd" are read off the code, or off the quotient neighbour / gap.
class RoundingOracle {
 public:
  explicit RoundingOracle(const Format& format);
  ~RoundingOracle();

  // x between its neighbours; all that the rules need to know of a finite number.
  struct Place {
    bool negative;  // the sign of x, of a zero too
    double lower;   // lower <= x <= upper, equal to both if x is a number of the format
    double upper;
    bool lower_outside;  // beyond the numbers of the format
    bool upper_outside;
    bool lower_is_even;
    int nearer;    // -1: lower, 1: upper, 0: x is the midpoint
    bool is_tiny;  // smaller than the smallest normal number, and not zero
  };
  Place place(double x) const;       // finite
  Place place(mpfr_srcptr x) const;  // finite

  double round(const Place& place, const RoundingRule& rule) const;
  double round(double x, const RoundingRule& rule) const {
    return round(place(x), rule);
  }

  // Of a stochastic rule that chooses the larger magnitude, or the smaller one.
  double round(const Place& place, const RoundingRule& rule,
               bool to_larger_magnitude) const;

  // Empty where the rule makes the input an error.
  std::optional<double> round_infinity(bool negative, const RoundingRule& rule) const;
  std::optional<double> round_nan(double x, const RoundingRule& rule) const;

  const Format& format() const { return format_; }

  class Line;  // where the neighbours come from

 private:
  double chosen(const Place& x, bool upper, const RoundingRule& rule) const;
  double overflow(bool below, const RoundingRule& rule) const;
  double zero(bool negative, const RoundingRule& rule) const;
  bool has_infinity(bool negative) const;
  double nan(bool negative) const;

  Format format_;
  std::unique_ptr<Line> line_;
  bool has_nan_, nan_has_sign_, has_minus_zero_;
  double greatest_, least_, smallest_normal_;
};

}  // namespace halfulp::testing
