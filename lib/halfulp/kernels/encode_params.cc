#include "halfulp/kernels/encode_params.h"

#include <bit>
#include <limits>

#include "halfulp/formats/codec.h"

namespace halfulp::kernels {
namespace {

template <class T>
auto pattern(double x) {
  if constexpr (sizeof(T) == 4) {
    return std::bit_cast<std::int32_t>(narrow_exactly(x));
  } else {
    return std::bit_cast<std::int64_t>(x);
  }
}

}  // namespace

template <class T>
std::optional<EncodeParams<T>> encode_params(const Format& f) {
  using Bits = typename EncodeParams<T>::Bits;
  constexpr int kDigits = std::numeric_limits<T>::digits;
  constexpr int kEmax = std::numeric_limits<T>::max_exponent - 1;
  constexpr int kEmin = std::numeric_limits<T>::min_exponent - 1;
  if (f.encoding == Encoding::tapered) return std::nullopt;
  const int magic_exponent = f.quantum_exponent(kBelowAllExponents) + kDigits - 1;
  // Below 2^emin the carrier must be finer than the format, and codes must fit its lanes.
  if (f.emin <= kEmin || f.emax > kEmax || magic_exponent > kEmax ||
      f.precision >= kDigits || f.width >= static_cast<int>(8 * sizeof(T)))
    return std::nullopt;

  const auto code = [](std::uint64_t c) { return static_cast<Bits>(c); };
  const bool twos_complement = f.encoding == Encoding::twos_complement;
  const Bits sign = f.has_sign && !twos_complement ? code(1ULL << (f.width - 1)) : 0;
  const Bits smallest_normal = pattern<T>(f.smallest_normal());
  EncodeParams<T> p{};
  p.dropped_bits = kDigits - f.precision;
  p.smallest_normal = twos_complement ? pattern<T>(kPositiveInfinity) : smallest_normal;
  const auto code_of_smallest_normal = twos_complement
                                           ? code(1ULL << f.fraction_bits())
                                           : code(encode(f.smallest_normal(), f));
  p.offset = (smallest_normal >> p.dropped_bits) - code_of_smallest_normal;
  const double magic = power_of_two(magic_exponent);
  p.magic_bits = pattern<T>(magic);
  p.magic = std::bit_cast<T>(p.magic_bits);
  p.infinity = f.has_infinity() ? code(f.infinity_code()) : 0;
  p.nan = f.has_nan() ? code(f.nan_code()) : 0;
  p.sign = sign;
  p.nan_sign = f.has_signed_nan() ? sign : 0;
  p.complement = twos_complement ? code((1ULL << f.width) - 1) : 0;
  return p;
}

template std::optional<EncodeParams<float>> encode_params(const Format&);
template std::optional<EncodeParams<double>> encode_params(const Format&);

}  // namespace halfulp::kernels
