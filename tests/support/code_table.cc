#include "support/code_table.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace halfulp::testing {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// Exponent field and fraction of a non-negative number; the field may be wider than in the
// format. With subnormals the field 0 has no hidden one and the exponent of field 1.
double ordinary_value(std::uint64_t low, const Format& f) {
  const double steps = std::ldexp(1.0, f.precision - 1);  // in one binade
  const double field = std::floor(static_cast<double>(low) / steps);
  const double fraction = static_cast<double>(low) / steps - field;
  const int bias = f.has_subnormals ? 1 - f.emin : -f.emin;
  const int e = static_cast<int>(field);
  if (f.has_subnormals && e == 0) return std::ldexp(fraction, 1 - bias);
  if (!f.has_subnormals && low == 0 && f.has_zero) return 0;
  return std::ldexp(1 + fraction, e - bias);
}

// HiFloat8 as the paper's table 2 lists it: dot field, exponent, fraction; the numbers of
// one sign by the exponent.
double hifloat8_value(std::uint64_t low) {
  if (low == 0) return 0;
  if (low < 8) return std::ldexp(1.0, static_cast<int>(low) - 23);
  for (int exponent = -15; exponent <= 15; ++exponent) {
    const int size = std::abs(exponent);
    const int digits = size == 0   ? 0
                       : size == 1 ? 1
                       : size <= 3 ? 2
                       : size <= 7 ? 3
                                   : 4;
    const unsigned dots[] = {0b0001, 0b001, 0b01, 0b10, 0b11};
    const int dot_length = digits == 0 ? 4 : digits == 1 ? 3 : 2;
    const int fraction_length = 7 - dot_length - digits;
    unsigned code = dots[digits];
    if (digits > 0) {
      const unsigned sign_and_rest =
          (exponent < 0 ? 1u << (digits - 1) : 0u) +
          (static_cast<unsigned>(size) - (1u << (digits - 1)));
      code = (code << digits) + sign_and_rest;
    }
    for (unsigned fraction = 0; fraction < 1u << fraction_length; ++fraction) {
      if ((code << fraction_length) + fraction != low) continue;
      return std::ldexp(1 + std::ldexp(fraction, -fraction_length), exponent);
    }
  }
  throw std::logic_error("a hole in HiFloat8");
}

double sign_magnitude_value(std::uint64_t code, const Format& f) {
  const int magnitude_width = f.has_sign ? f.width - 1 : f.width;
  const std::uint64_t sign_weight = std::uint64_t{1} << magnitude_width;
  const bool negative = f.has_sign && code >= sign_weight;
  const std::uint64_t low = negative ? code - sign_weight : code;
  const std::uint64_t ones = sign_weight - 1;
  const double sign = negative ? -1.0 : 1.0;
  switch (f.specials) {
    case Specials::ieee: {
      const std::uint64_t steps = std::uint64_t{1} << (f.precision - 1);
      if (low / steps == ones / steps)
        return low % steps == 0 ? sign * kInfinity : kNaN;
      break;
    }
    case Specials::nan_all_ones:
      if (low == ones) return kNaN;
      break;
    case Specials::nan_minus_zero:
      if (negative && low == 0) return kNaN;
      break;
    case Specials::inf_nan_all_ones:
      if (low == ones) return kNaN;
      if (low == ones - 1) return sign * kInfinity;
      break;
    case Specials::inf_nan_minus_zero:
      if (negative && low == 0) return kNaN;
      if (low == ones) return sign * kInfinity;
      break;
    case Specials::none:
      break;
  }
  return sign * ordinary_value(low, f);
}

}  // namespace

double documented_value(std::uint64_t code, const Format& format) {
  switch (format.encoding) {
    case Encoding::sign_magnitude:
      return sign_magnitude_value(code, format);
    case Encoding::twos_complement: {
      const double wrap = std::ldexp(1.0, format.width);
      const double integer = static_cast<double>(code);
      const double step = std::ldexp(1.0, format.emin - format.precision + 1);
      return (integer < wrap / 2 ? integer : integer - wrap) * step;
    }
    case Encoding::tapered:
      break;
  }
  if (code == 0x80) return kNaN;
  const double sign = code >= 0x80 ? -1.0 : 1.0;
  return (code & 0x7F) == 0x6F ? sign * kInfinity : sign * hifloat8_value(code & 0x7F);
}

double documented_beyond_max(const Format& format) {
  if (format.encoding == Encoding::tapered) return hifloat8_value(0x6F);
  std::uint64_t last = 0;
  double max = 0;
  for (std::uint64_t code = 0; code < std::uint64_t{1} << format.width; ++code) {
    const double value = documented_value(code, format);
    if (std::isfinite(value) && value > max) {
      max = value;
      last = code;
    }
  }
  if (format.encoding == Encoding::twos_complement) {
    return std::ldexp(static_cast<double>(last + 1),
                      format.emin - format.precision + 1);
  }
  return ordinary_value(last + 1, format);
}

double middle_of(double a, double b) {
  const auto half = [](double x) {
    return std::isinf(x) ? std::copysign(0x1p1023, x) : x / 2;
  };
  return half(a) + half(b);
}

std::vector<CodedValue> sorted_values(const Format& format) {
  if (format.width > 20) throw std::invalid_argument("too many codes to list");
  std::vector<CodedValue> values;
  for (std::uint64_t code = 0; code < std::uint64_t{1} << format.width; ++code) {
    const double value = documented_value(code, format);
    if (std::isfinite(value) && !(value == 0 && code != 0)) {
      values.push_back({value, code});
    }
  }
  std::sort(values.begin(), values.end(),
            [](const CodedValue& a, const CodedValue& b) { return a.value < b.value; });
  return values;
}

}  // namespace halfulp::testing
