#include "halfulp/kernels/round_params.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <stdexcept>

#include "halfulp/rounding/discarded.h"
#include "halfulp/rounding/round.h"

namespace halfulp::kernels {
namespace {

template <class T>
using BitsOf = typename RoundParams<T>::Bits;

template <class T>
constexpr int kDigits = std::numeric_limits<T>::digits;
template <class T>
constexpr int kEmax = std::numeric_limits<T>::max_exponent - 1;
template <class T>
constexpr int kEmin = std::numeric_limits<T>::min_exponent - 1;

// The pattern of a number that the carrier holds.
template <class T>
BitsOf<T> pattern(double x) {
  if constexpr (sizeof(T) == 4) {
    return std::bit_cast<std::int32_t>(narrow_exactly(x));
  } else {
    return std::bit_cast<std::int64_t>(x);
  }
}

template <class T>
T carrier(double x) {
  return std::bit_cast<T>(pattern<T>(x));
}

double binary64(float x) { return widen(x); }
double binary64(double x) { return x; }

double infinity(bool negative) { return with_sign(kPositiveInfinity, negative); }

// The constants below are asked of the definition: it alone knows the rules. They lie on no
// grid between whose points there is a choice, so any random word does.
double image(double x, const Format& f, const RoundingRule& rule) {
  return round(x, f, rule, 0);
}

double image_of_infinity(bool negative, const Format& f, const RoundingRule& rule) {
  try {
    return image(infinity(negative), f, rule);
  } catch (const std::invalid_argument&) {
    return 0.0;  // such inputs are refused
  }
}

double image_beyond_all(bool negative, const Format& f, const RoundingRule& rule) {
  return round(Real{negative, 1, 1100, false}, f, rule, 0);
}

// The image of the NaN with all bits set shows which bits are kept.
std::uint64_t image_of_nan(const Format& f, const RoundingRule& rule) {
  const bool is_refused = rule.nan == NanRule::error || !f.has_nan();
  return bits_of(is_refused ? kQuietNan : image(from_bits(~std::uint64_t{0}), f, rule));
}

template <class T>
void set_own_grid(RoundParams<T>& p, const Format& f) {
  using Bits = BitsOf<T>;
  p.dropped_bits = kDigits<T> - f.precision;
  const bool drops = p.dropped_bits > 0;
  p.dropped_mask = (Bits{1} << p.dropped_bits) - 1;
  p.half = drops ? Bits{1} << (p.dropped_bits - 1) : 0;
  p.tie_breaker = drops ? 1 : 0;
  // With one bit of precision the codes alternate with the exponent, as does the last bit
  // of the carrier's exponent field: in step with it or not.
  const int codes_from_zero = f.has_zero ? 1 : 0;
  const bool in_step = ((kEmax<T> + f.emin + codes_from_zero) & 1) == 0;
  p.parity_flip = f.precision == 1 && !in_step ? 1 : 0;
}

// False if the carrier cannot do it.
template <class T>
bool set_grids(RoundParams<T>& p, const Format& f) {
  if (f.encoding == Encoding::tapered || f.emin < kEmin<T>) return false;
  set_own_grid(p, f);
  p.smallest_normal = pattern<T>(power_of_two(f.emin));
  p.has_subnormal_grid = f.has_subnormals && f.emin > kEmin<T>;
  p.magic = p.half_quantum = 0;
  p.smallest = p.half_smallest = 0;
  p.has_zero = f.has_zero;
  if (p.has_subnormal_grid) {
    const int quantum = f.quantum_exponent(f.emin - 1);
    if (quantum + kDigits<T> - 1 > kEmax<T>) return false;
    p.magic = carrier<T>(power_of_two(quantum + kDigits<T> - 1));
    p.half_quantum = carrier<T>(power_of_two(quantum - 1));
  }
  if (!f.has_subnormals) {
    if (f.emin == kEmin<T> && p.dropped_bits == 0) return false;
    const Unpacked smallest = unpack_magnitude(f.smallest());
    p.smallest = pattern<T>(f.smallest());
    p.half_smallest =
        pattern<T>(pack_magnitude(smallest.significand, smallest.exponent - 1));
  }
  return true;
}

// 2^exponent as the product of two of the carrier's numbers; |exponent| <= 2 * 1023 or, in
// binary32, 2 * 126.
template <class T>
void set_scale(T (&scale)[2], int exponent) {
  scale[0] = carrier<T>(power_of_two(exponent / 2));
  scale[1] = carrier<T>(power_of_two(exponent - exponent / 2));
}

template <class T>
void set_random_bits(RoundParams<T>& p, const Format& f, const RoundingRule& rule) {
  using Bits = BitsOf<T>;
  constexpr int kLaneBits = 8 * static_cast<int>(sizeof(T));
  const int n = rule.random_bits;
  const bool between =  // thresholds lie between those of stochastic_a
      rule.mode == Rounding::stochastic_b || rule.mode == Rounding::stochastic_c;

  p.random_bits = n;
  p.word_shift = std::min(kLaneBits - p.dropped_bits, kLaneBits - 1);
  // The random bits that are below the dropped ones are shifted out, those above are none.
  const int unmet = std::max(p.dropped_bits - n, 0);
  p.word_mask = p.dropped_mask >> unmet << unmet;
  p.half_step = between && unmet > 0 ? Bits{1} << (unmet - 1) : 0;
  p.last_bit_shift = unmet;
  p.tie_bit = p.half_step != 0 ? 1 : 0;

  p.fraction_scale[0] = p.fraction_scale[1] = 0;
  if (p.has_subnormal_grid) {
    const int scaled_bits = sizeof(T) == 4 ? 16 : 33;
    set_scale(p.fraction_scale, scaled_bits - f.quantum_exponent(f.emin - 1));
  }
  p.kept_bits = static_cast<Bits>(~std::uint64_t{0} << (kLaneBits - n));
  p.last_kept_bit = static_cast<Bits>(std::uint64_t{1} << (kLaneBits - n));
  p.half_bit = between && n < 32 ? Bits{1} << (kLaneBits - n - 1) : 0;
  p.half_bit_beyond = between && n == 32 ? 1 : 0;
}

template <class T>
void set_rule(RoundParams<T>& p, const Format& f, const RoundingRule& rule) {
  const BitsOf<T> normal =
      f.has_subnormal_numbers() ? pattern<T>(f.smallest_normal()) : 0;
  p.flush_input_below = rule.flushes_input() ? normal : 0;
  p.flush_output_below = rule.flushes_output() ? normal : 0;

  p.limit = {pattern<T>(f.max()), pattern<T>(with_sign(f.lowest(), false))};
  if (!f.has_sign) p.limit.negative = 0;  // whatever is not a zero is out of range
  p.overflow = {pattern<T>(image_beyond_all(false, f, rule)),
                pattern<T>(image_beyond_all(true, f, rule))};
  p.zero = {pattern<T>(image(0.0, f, rule)), pattern<T>(image(-0.0, f, rule))};
  p.infinity = {pattern<T>(image_of_infinity(false, f, rule)),
                pattern<T>(image_of_infinity(true, f, rule))};
  const std::uint64_t nan = image_of_nan(f, rule);
  p.nan = pattern<T>(kQuietNan);
  p.nan_kept = pattern<T>(from_bits(nan)) & ~p.nan;

  p.plain_limit = p.limit.positive;
  p.plain_least = f.has_minus_zero() && f.has_subnormals ? 0 : pattern<T>(f.smallest());
  p.plain_least = std::max({p.plain_least, p.flush_input_below, p.flush_output_below});
  p.magnitude_bits = f.has_sign ? std::numeric_limits<BitsOf<T>>::max() : -1;
}

template <class Bits>
void make_canonical(Bits& pattern, Bits nan) {
  if ((pattern & nan) == nan) pattern = nan;
}

}  // namespace

template <class T>
std::optional<RoundParams<T>> round_params(const Format& format,
                                           const RoundingRule& rule) {
  RoundParams<T> params;
  if (!set_grids(params, format)) return std::nullopt;
  set_random_bits(params, format, rule);
  set_rule(params, format, rule);
  return params;
}

template <class T>
RoundParams<T> tapered_params(const Format& format, int precision,
                              const RoundingRule& rule) {
  // As if all numbers had that precision and went down to the smallest one, whose binades
  // have one bit.
  Format evenly = format;
  evenly.encoding = Encoding::sign_magnitude;
  evenly.precision = precision;
  evenly.emin = format.quantum_exponent(kBelowAllExponents) + precision - 1;
  RoundParams<T> params;
  set_grids(params, evenly);
  set_random_bits(params, evenly, rule);
  set_rule(params, format, rule);
  return params;
}

template <class T>
bool takes_smallest(BitsOf<T> magnitude, std::uint32_t word, Rounding mode,
                    const RoundParams<T>& params) {
  const auto unpacked = [](BitsOf<T> bits) {
    return unpack_magnitude(binary64(std::bit_cast<T>(bits)));
  };
  const Unpacked x = unpacked(magnitude);
  const Unpacked y = unpacked(params.smallest);
  return takes_upper(
      discarded_quotient(x.significand, x.exponent, y.significand, y.exponent, false),
      false, false, {.mode = mode, .random_bits = params.random_bits}, word);
}

template <class T>
std::optional<RoundParams<T>> round_params_of_sums(const Format& format,
                                                   const RoundingRule& rule) {
  std::optional<RoundParams<T>> params = round_params<T>(format, rule);
  if (!params) return params;
  params->nan_kept = 0;
  for (auto* images : {&params->overflow, &params->infinity}) {
    make_canonical(images->positive, params->nan);
    make_canonical(images->negative, params->nan);
  }
  return params;
}

template RoundParams<float> tapered_params(const Format&, int, const RoundingRule&);
template RoundParams<double> tapered_params(const Format&, int, const RoundingRule&);
template bool takes_smallest<float>(std::int32_t, std::uint32_t, Rounding,
                                    const RoundParams<float>&);
template bool takes_smallest<double>(std::int64_t, std::uint32_t, Rounding,
                                     const RoundParams<double>&);
template std::optional<RoundParams<float>> round_params(const Format&,
                                                        const RoundingRule&);
template std::optional<RoundParams<double>> round_params(const Format&,
                                                         const RoundingRule&);
template std::optional<RoundParams<float>> round_params_of_sums(const Format&,
                                                                const RoundingRule&);
template std::optional<RoundParams<double>> round_params_of_sums(const Format&,
                                                                 const RoundingRule&);

}  // namespace halfulp::kernels
