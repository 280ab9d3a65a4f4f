#include "halfulp/arithmetic/multiply_add.h"

#include <algorithm>
#include <bit>
#include <initializer_list>
#include <stdexcept>
#include <string>

#include "halfulp/base/text.h"

namespace halfulp {
namespace {

__extension__ using Wide = unsigned __int128;  // not ISO C++, in every 64-bit compiler

// A magnitude; that of an operand has its leading bit at bit 125, so that two of them add
// without overflow.
struct Term {
  bool negative;
  Wide significand;
  int exponent;
};

int bit_length(Wide x) {
  const auto high = static_cast<std::uint64_t>(x >> 64);
  const auto low = static_cast<std::uint64_t>(x);
  return high != 0 ? 128 - std::countl_zero(high) : 64 - std::countl_zero(low);
}

// significand < 2^126.
Term normalised(bool negative, Wide significand, int exponent) {
  if (significand == 0) return {negative, 0, 0};
  const int shift = 126 - bit_length(significand);
  return {negative, significand << shift, exponent - shift};
}

// Shifts right; if a one falls off, the last bit becomes one, which stands for it. Of two
// terms only the smaller one is shifted, and at least 20 places if anything falls off, as
// that many last bits of a term are zero. So the larger one is at least 2^20 times as large,
// their sum or difference loses at most one leading bit, and to_real sees that last bit
// among those that it folds into `sticky`.
Wide shift_right_sticky(Wide x, int shift) {
  if (shift >= 126) return x != 0 ? 1 : 0;
  const Wide kept = x >> shift;
  return kept | ((kept << shift) != x ? 1 : 0);
}

// The leading 64 bits, and whether any others are set.
Real to_real(const Term& t) {
  const int rest = std::max(0, bit_length(t.significand) - 64);
  const Wide leading = t.significand >> rest;
  return {t.negative, static_cast<std::uint64_t>(leading), t.exponent + rest,
          leading << rest != t.significand};
}

Term add(Term x, Term y) {
  if (x.significand == 0) return y;
  if (y.significand == 0) return x;
  if (x.exponent < y.exponent) std::swap(x, y);
  y.significand = shift_right_sticky(y.significand, x.exponent - y.exponent);
  if (x.negative == y.negative) {
    return {x.negative, x.significand + y.significand, x.exponent};
  }
  const bool swap = x.significand < y.significand;
  return {swap ? y.negative : x.negative,
          swap ? y.significand - x.significand : x.significand - y.significand,
          x.exponent};
}

Term exact_product(double a, double b) {
  const Unpacked ua = unpack_magnitude(a);
  const Unpacked ub = unpack_magnitude(b);
  return normalised(sign_bit(a) != sign_bit(b), Wide{ua.significand} * ub.significand,
                    ua.exponent + ub.exponent);
}

void require_finite(std::initializer_list<double> numbers) {
  for (const double x : numbers) {
    if (!is_not_a_number(x) && !is_infinite(x)) continue;
    throw std::invalid_argument("a sum or product to a Real needs finite arguments, got " +
                                shortest(x));
  }
}

bool is_finite(double x) { return !is_not_a_number(x) && !is_infinite(x); }

// a*b + c where one of the three is an infinity or a NaN.
double special_multiply_add(double a, double b, double c) {
  if (is_not_a_number(a) || is_not_a_number(b) || is_not_a_number(c)) return kQuietNan;
  const bool infinite_product = is_infinite(a) || is_infinite(b);
  if (!infinite_product) return c;
  if (is_zero(a) || is_zero(b)) return kQuietNan;
  const bool negative = sign_bit(a) != sign_bit(b);
  if (is_infinite(c) && sign_bit(c) != negative) return kQuietNan;
  return with_sign(kPositiveInfinity, negative);
}

// NaNs that arise in sums have no sign or payload to keep.
double canonical(double x) { return is_not_a_number(x) ? kQuietNan : x; }

}  // namespace

Real multiply_add(double a, double b, double c, bool downward) {
  require_finite({a, b, c});
  const Unpacked uc = unpack_magnitude(c);
  const Term product = exact_product(a, b);
  const Term addend = normalised(sign_bit(c), uc.significand, uc.exponent);
  const Term sum = add(product, addend);
  if (sum.significand == 0) {
    const bool alike = product.negative == addend.negative;
    return {alike ? product.negative : downward, 0, 0, false};
  }
  return to_real(sum);
}

Real multiply(double a, double b) {
  require_finite({a, b});
  return to_real(exact_product(a, b));
}

double multiply_add(double a, double b, double c, const Format& format,
                    const RoundingRule& rule) {
  if (is_finite(a) && is_finite(b) && is_finite(c)) {
    return canonical(
        round(multiply_add(a, b, c, rule.mode == Rounding::down), format, rule));
  }
  return canonical(round(special_multiply_add(a, b, c), format, rule));
}

double multiply(double a, double b, const Format& format, const RoundingRule& rule) {
  if (is_finite(a) && is_finite(b)) {
    return canonical(round(multiply(a, b), format, rule));
  }
  return canonical(round(special_multiply_add(a, b, 0.0), format, rule));
}

}  // namespace halfulp
