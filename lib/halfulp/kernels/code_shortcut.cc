#include "halfulp/kernels/code_shortcut.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "halfulp/kernels/round_params.h"

namespace halfulp::kernels {
namespace {

template <class T>
constexpr int kDigits = std::numeric_limits<T>::digits;
template <class T>
constexpr int kEmax = std::numeric_limits<T>::max_exponent - 1;
template <class T>
constexpr int kEmin = std::numeric_limits<T>::min_exponent - 1;
template <class T>
constexpr LaneBits<T> kSign = std::numeric_limits<LaneBits<T>>::min();
template <class T>
constexpr LaneBits<T> kInfinity =
    std::bit_cast<LaneBits<T>>(std::numeric_limits<T>::infinity());

// A number that the carrier holds.
template <class T>
T carrier(double x) {
  if constexpr (sizeof(T) == 4) {
    return narrow_exactly(x);
  } else {
    return x;
  }
}

template <class T>
LaneBits<T> pattern(double x) {
  return std::bit_cast<LaneBits<T>>(carrier<T>(x));
}

template <class T>
bool set_fields(CodeShortcut<T>& s, const Format& f) {
  s.kind = CodeShortcutKind::fields;
  const auto normal = pattern<T>(power_of_two(f.emin)) >> s.dropped_bits;
  const LaneBits<T> code_of_normal =
      f.has_subnormals ? LaneBits<T>{1} << f.fraction_bits() : 0;
  s.offset = normal - code_of_normal;
  s.parity_flip = f.precision == 1 ? s.offset & 1 : 0;
  const bool all_alike = f.has_subnormals && f.precision > 1;
  const int least_exponent = std::max(f.emin, kEmin<T>);
  s.least_field = all_alike ? 0
                            : std::max(pattern<T>(power_of_two(least_exponent)),
                                       pattern<T>(f.smallest()));
  return s.code_bits <= 31;
}

template <class T>
bool set_grid(CodeShortcut<T>& s, const Format& f) {
  constexpr int kMostBits =
      22;  // no sum of M, the constant and 2^precision reaches 2 M
  s.kind = CodeShortcutKind::grid;
  if (s.code_bits > kMostBits || f.emax + s.dropped_bits > kEmax<T>) return false;
  s.least = carrier<T>(f.smallest_normal());
  // Less the exponent field of the smallest normal number, which the code does not have. An
  // even constant, so that ties go to even codes.
  const auto fields = pattern<T>(f.smallest_normal()) >> s.dropped_bits;
  const auto constant = -fields & static_cast<LaneBits<T>>(f.top_code());
  s.scale = std::bit_cast<T>(pattern<T>(power_of_two(s.dropped_bits)) + constant);
  return true;
}

template <class T>
bool set_complement(CodeShortcut<T>& s, const Format& f) {
  s.kind = CodeShortcutKind::complement;
  s.code_bits = f.width;
  s.has_sign = false;  // of its own
  const int exponent = f.quantum_exponent(f.emin) + kDigits<T> - 1;
  // 2^precision counts are not a half of M's binade.
  if (exponent > kEmax<T> || exponent < kEmin<T> || f.precision > kDigits<T> - 3)
    return false;
  s.magic = carrier<T>(1.5 * power_of_two(exponent));
  s.lowest = carrier<T>(f.lowest());
  s.max = carrier<T>(f.max());
  return true;
}

}  // namespace

template <class T>
std::optional<CodeShortcut<T>> code_shortcut(const Format& f) {
  const auto layout = code_layout<T>(f);
  // Powers of two without zero may go down to half the carrier's smallest normal number.
  const bool powers = f.precision == 1 && !f.has_zero && f.emin == kEmin<T> - 1;
  if (f.width > 32 || !layout || (layout->is_low && !powers)) return std::nullopt;
  CodeShortcut<T> s{};
  s.dropped_bits = kDigits<T> - f.precision;
  s.code_bits = f.width - (f.has_sign ? 1 : 0);
  s.has_sign = f.has_sign;
  s.zero_has_sign = f.has_minus_zero();
  if (s.dropped_bits == 0) return std::nullopt;
  const bool alike = !f.has_subnormals || f.precision == 1 || f.emin == kEmin<T>;
  const bool done = f.encoding == Encoding::twos_complement ? set_complement(s, f)
                    : alike                                 ? set_fields(s, f)
                                                            : set_grid(s, f);
  return done ? std::optional(s) : std::nullopt;
}

template <class T>
EncodeLimit<T> member_limit(const Format& format) {
  return {pattern<T>(format.max()), false, carrier<T>(format.max())};
}

template <class T>
std::optional<EncodeLimit<T>> rounding_limit(const Format& format,
                                             const RoundingRule& rule) {
  if (rule.mode != Rounding::nearest_even || rule.subnormals != Subnormals::keep)
    return std::nullopt;
  const auto params = round_params<double>(format, rule);
  if (!params) return std::nullopt;
  const auto at_the_ends = [&](const auto& images) {
    return images.positive == params->limit.positive &&
           (!format.has_sign ||
            images.negative == (params->limit.negative | kSign<double>));
  };
  EncodeLimit<T> limit = member_limit<T>(format);
  limit.clamps = at_the_ends(params->overflow);
  if (limit.clamps)
    limit.pattern = at_the_ends(params->infinity) ? kInfinity<T> : kInfinity<T> - 1;
  return limit;
}

template std::optional<CodeShortcut<float>> code_shortcut(const Format&);
template std::optional<CodeShortcut<double>> code_shortcut(const Format&);
template std::optional<EncodeLimit<float>> rounding_limit(const Format&,
                                                          const RoundingRule&);
template std::optional<EncodeLimit<double>> rounding_limit(const Format&,
                                                           const RoundingRule&);
template EncodeLimit<float> member_limit(const Format&);
template EncodeLimit<double> member_limit(const Format&);

}  // namespace halfulp::kernels
