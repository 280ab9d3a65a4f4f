#include "support/machine_numbers.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace halfulp::testing {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

double two_to(int e) {  // from 2^-1022 on
  return std::bit_cast<double>(static_cast<std::uint64_t>(e + 1023) << 52);
}

bool is_nan_code(std::uint64_t magnitude, bool negative, const Layout& layout) {
  const std::uint64_t ones =
      (std::uint64_t{1} << (layout.exponent_bits + layout.fraction_bits)) - 1;
  switch (layout.top) {
    case Layout::Top::ieee:
      return magnitude > (ones >> layout.fraction_bits << layout.fraction_bits);
    case Layout::Top::ones_nan:
      return magnitude == ones;
    case Layout::Top::minus_zero:
      return magnitude == 0 && negative;
    case Layout::Top::numbers:
      break;
  }
  return false;
}

double magnitude_value(std::uint64_t magnitude, const Layout& layout) {
  const int field = static_cast<int>(magnitude >> layout.fraction_bits);
  if (layout.fraction_bits == 0) return two_to(field - layout.bias);
  if (layout.top == Layout::Top::ieee && field == (1 << layout.exponent_bits) - 1)
    return kInfinity;
  const std::uint64_t hidden = std::uint64_t{1} << layout.fraction_bits;
  const std::uint64_t fraction = magnitude & (hidden - 1);
  const std::uint64_t significand = field == 0 ? fraction : fraction | hidden;
  return static_cast<double>(significand) *
         two_to(std::max(field, 1) - layout.bias - layout.fraction_bits);
}

}  // namespace

double value_of(std::uint64_t code, const Layout& layout) {
  if (layout.width() == 64) return std::bit_cast<double>(code);
  const bool negative = layout.has_sign && (code >> (layout.width() - 1)) != 0;
  const std::uint64_t magnitude =
      negative ? code ^ (std::uint64_t{1} << (layout.width() - 1)) : code;
  if (is_nan_code(magnitude, negative, layout)) return kNan;
  const double value = magnitude_value(magnitude, layout);
  return negative ? -value : value;
}

int exponent_of(double x, int least) {
  const auto bits = std::bit_cast<std::uint64_t>(x) & ~(std::uint64_t{1} << 63);
  const int field = static_cast<int>(bits >> 52);
  const int e =
      field != 0 ? field - 1023 : static_cast<int>(std::bit_width(bits)) - 1075;
  return std::max(e, least);
}

std::uint64_t code_of(double value, const Layout& layout) {
  if (layout.width() == 64 && value == value)
    return std::bit_cast<std::uint64_t>(value);
  const std::uint64_t top = ((std::uint64_t{1} << layout.exponent_bits) - 1)
                            << layout.fraction_bits;
  if (value != value) return top | std::uint64_t{1} << (layout.fraction_bits - 1);
  const bool negative = std::bit_cast<std::uint64_t>(value) >> 63 != 0;
  const std::uint64_t sign = static_cast<std::uint64_t>(negative)
                             << (layout.width() - 1);
  const double magnitude = negative ? -value : value;
  if (magnitude == kInfinity) return sign | top;
  if (magnitude == 0) return sign;
  const int e = exponent_of(magnitude, layout.least_exponent());
  // Exact: a number of the layout has no more bits than that.
  const auto significand =
      static_cast<std::uint64_t>(magnitude * two_to(layout.fraction_bits - e));
  const auto field = static_cast<std::uint64_t>(e + layout.bias - 1);
  return sign | ((field << layout.fraction_bits) + significand);
}

}  // namespace halfulp::testing
