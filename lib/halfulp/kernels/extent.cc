#include "halfulp/kernels/extent.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "halfulp/base/binary64.h"

namespace halfulp::kernels {

Extent extent_of(std::span<const double> numbers) {
  std::uint64_t fraction_bits = 0;
  int least = 2047;  // exponent fields
  int greatest = -1;
  for (const double x : numbers) {
    const std::uint64_t magnitude = magnitude_bits(x);
    const int field = static_cast<int>(magnitude >> 52);
    if (magnitude == 0 || field == 2047) continue;
    fraction_bits |= magnitude & kFractionMask;
    least = std::min(least, field);
    greatest = std::max(greatest, field);
  }
  if (greatest < 0) return {};
  if (least == 0) return {53, -1074, std::max(greatest, 1) - 1022};
  const int precision = 53 - std::countr_zero(fraction_bits | (kFractionMask + 1));
  return {precision, least - 1023 - (precision - 1), greatest - 1022};
}

template <class T>
bool fits(const Extent& extent) {
  using Limits = std::numeric_limits<T>;
  return extent.precision <= Limits::digits && extent.top <= Limits::max_exponent &&
         extent.lowest >= Limits::min_exponent - Limits::digits;
}

template <class T>
bool products_fit(const Extent& x, const Extent& y) {
  return fits<T>({x.precision + y.precision, x.lowest + y.lowest, x.top + y.top});
}

template bool fits<float>(const Extent&);
template bool fits<double>(const Extent&);
template bool products_fit<float>(const Extent&, const Extent&);
template bool products_fit<double>(const Extent&, const Extent&);

}  // namespace halfulp::kernels
