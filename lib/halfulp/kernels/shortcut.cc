#include "halfulp/kernels/shortcut.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "halfulp/formats/named_formats.h"

namespace halfulp::kernels {
namespace {

template <class T>
using BitsOf = typename RoundParams<T>::Bits;

template <class T>
constexpr int kDigits = std::numeric_limits<T>::digits;
template <class T>
constexpr BitsOf<T> kInfinity =
    std::bit_cast<BitsOf<T>>(std::numeric_limits<T>::infinity());
template <class T>
constexpr BitsOf<T> kSign = std::numeric_limits<BitsOf<T>>::min();

// One code for every number but zero, codes that grow with the magnitude, sign and
// subnormals: what is left to the general function.
template <class T>
bool is_plain(const RoundParams<T>& p, const Format& f, const RoundingRule& rule) {
  return rule.mode == Rounding::nearest_even && f.has_sign && f.has_zero &&
         f.has_subnormals && f.precision > 1 && p.dropped_bits > 0 &&
         p.flush_input_below == 0 && p.flush_output_below == 0;
}

// Whether x + M stays in the binade of M, and M finite.
template <class T>
bool has_scaled_grid(const Format& f) {
  return f.precision + 2 <= kDigits<T> &&
         f.emax + kDigits<T> - f.precision < std::numeric_limits<T>::max_exponent;
}

template <class T>
bool is_binary16(const Format& f, const RoundingRule& rule) {
  return sizeof(T) == 4 && f.precision == fp16.precision && f.emax == fp16.emax &&
         f.emin == fp16.emin && f.specials == fp16.specials &&
         (rule.overflow == Overflow::ieee || rule.overflow == Overflow::none);
}

template <class T>
ShortcutKind random_kind_of(const RoundParams<T>& p, const Format& f,
                            const RoundingRule& rule) {
  if (!f.has_sign) return ShortcutKind::none;
  const bool has_all_bits = rule.mode != Rounding::stochastic_equal &&
                            p.dropped_bits > 0 && rule.random_bits >= p.dropped_bits;
  return has_all_bits ? ShortcutKind::random_bits : ShortcutKind::random_increment;
}

template <class T>
ShortcutKind kind_of(const RoundParams<T>& p, const Format& f,
                     const RoundingRule& rule) {
  if (is_stochastic(rule.mode)) return random_kind_of(p, f, rule);
  if (!is_plain(p, f, rule)) return ShortcutKind::none;
  if (is_binary16<T>(f, rule)) return ShortcutKind::binary16;
  if (!p.has_subnormal_grid && p.plain_least == 0) return ShortcutKind::same_exponents;
  if (p.has_subnormal_grid && has_scaled_grid<T>(f)) return ShortcutKind::scaled_grid;
  return ShortcutKind::none;
}

}  // namespace

template <class T>
Shortcut<T> shortcut(const RoundParams<T>& p, const Format& f,
                     const RoundingRule& rule) {
  using Bits = BitsOf<T>;
  Shortcut<T> s{};
  s.kind = kind_of(p, f, rule);
  if (s.kind == ShortcutKind::none) return s;

  if (is_stochastic(rule.mode)) {
    s.limit = p.plain_limit;
    s.least = std::max(p.plain_least, p.has_subnormal_grid ? p.smallest_normal : 0);
    return s;
  }

  // The lesser end of the two: -2 of two's complement is left to the general function.
  s.max = std::bit_cast<T>(p.limit.positive);
  s.limit = p.limit.positive;
  s.sign_kept = f.has_minus_zero() ? kSign<T> : 0;
  s.clamps = s.kind == ShortcutKind::scaled_grid &&
             p.overflow.positive == p.limit.positive &&
             p.overflow.negative == (p.limit.positive | kSign<T>);
  if (s.clamps) {
    const bool takes_infinity = p.infinity.positive == p.overflow.positive &&
                                p.infinity.negative == p.overflow.negative;
    s.limit = takes_infinity ? kInfinity<T> : kInfinity<T> - 1;
  }
  // The conversion does all but NaNs, whose payloads it keeps.
  if (s.kind == ShortcutKind::binary16) s.limit = kInfinity<T>;

  constexpr int kFractionBits = kDigits<T> - 1;
  s.least_exponent = p.smallest_normal;
  s.to_grid = (Bits{kDigits<T> - f.precision} << kFractionBits) |
              (Bits{1} << (kFractionBits - 1));
  return s;
}

template Shortcut<float> shortcut(const RoundParams<float>&, const Format&,
                                  const RoundingRule&);
template Shortcut<double> shortcut(const RoundParams<double>&, const Format&,
                                   const RoundingRule&);

}  // namespace halfulp::kernels
