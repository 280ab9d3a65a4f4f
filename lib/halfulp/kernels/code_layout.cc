#include "halfulp/kernels/code_layout.h"

#include <bit>
#include <limits>

#include "halfulp/formats/codec.h"
#include "halfulp/formats/named_formats.h"

namespace halfulp::kernels {
namespace {

template <class T>
constexpr int kDigits = std::numeric_limits<T>::digits;
template <class T>
constexpr int kEmax = std::numeric_limits<T>::max_exponent - 1;
template <class T>
constexpr int kEmin = std::numeric_limits<T>::min_exponent - 1;
template <class T>
constexpr int kLaneWidth = 8 * static_cast<int>(sizeof(T));

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

// 2^exponent as the product of two of the carrier's numbers.
template <class T>
void set_power(T (&power)[2], int exponent) {
  power[0] = carrier<T>(power_of_two(exponent / 2));
  power[1] = carrier<T>(power_of_two(exponent - exponent / 2));
}

template <class T>
bool has_layout(const Format& f) {
  if (f.encoding == Encoding::tapered || f.width > kLaneWidth<T>) return false;
  if (sizeof(T) == 4 && !holds_all_of(fp32, f)) return false;
  return f.encoding == Encoding::sign_magnitude || f.precision < kDigits<T>;
}

template <class T>
void set_numbers(CodeLayout<T>& p, const Format& f) {
  using Bits = LaneBits<T>;
  // The pattern of 2^emin, whose field may be less than 1.
  const Bits normal = Bits{f.emin + kEmax<T>} << (kDigits<T> - 1);
  const Bits code_of_normal = f.has_subnormals ? Bits{1} << f.fraction_bits() : 0;
  const bool subnormals_alike = f.has_subnormals && f.emin == kEmin<T>;
  p.dropped_bits = kDigits<T> - f.precision;
  p.offset = (normal >> p.dropped_bits) - code_of_normal;
  p.has_counts = f.has_zero && !subnormals_alike;
  p.least_shifted = normal;
  p.least_code = !p.has_counts ? 0 : f.has_subnormals ? code_of_normal : 1;
  p.is_low = f.emin < kEmin<T>;
  if (f.encoding == Encoding::twos_complement) {  // all are counts
    p.has_counts = true;
    p.is_low = false;
    p.least_shifted = p.least_code = std::numeric_limits<Bits>::max();
  }
  const int quantum = f.quantum_exponent(kBelowAllExponents);
  set_power(p.to_count, -quantum);
  set_power(p.quantum, quantum);
  p.smallest = f.has_zero ? 0 : pattern<T>(f.smallest());
}

template <class T>
void set_codes(CodeLayout<T>& p, const Format& f) {
  const auto code = [](std::uint64_t c) { return static_cast<LaneBits<T>>(c); };
  const std::uint64_t all = ~std::uint64_t{0} >> (64 - f.width);
  const std::uint64_t sign = all ^ (all >> 1);
  const bool is_complement = f.encoding == Encoding::twos_complement;
  p.magnitude_mask = code(is_complement ? all : f.top_code());
  p.sign_shift = kLaneWidth<T> - f.width;
  p.sign_code = f.has_sign && !is_complement ? code(sign) : 0;
  p.nan_sign = f.has_signed_nan() ? p.sign_code : 0;
  p.complement = is_complement ? code(all) : 0;
  p.max_code = code(is_complement ? all : f.max_code());
  p.infinity = f.has_infinity() ? code(f.infinity_code()) : -1;
  p.nan = f.has_nan() ? code(f.nan_code()) : -1;
  p.nan_has_payload = f.specials == Specials::ieee;
}

}  // namespace

template <class T>
std::optional<CodeLayout<T>> code_layout(const Format& f) {
  if (!has_layout<T>(f)) return std::nullopt;
  CodeLayout<T> layout{};
  set_numbers(layout, f);
  set_codes(layout, f);
  return layout;
}

template std::optional<CodeLayout<float>> code_layout(const Format&);
template std::optional<CodeLayout<double>> code_layout(const Format&);

}  // namespace halfulp::kernels
