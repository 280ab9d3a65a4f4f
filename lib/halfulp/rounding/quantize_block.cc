#include "halfulp/rounding/quantize_block.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "halfulp/base/fp_environment.h"
#include "halfulp/base/text.h"
#include "halfulp/formats/codec.h"
#include "halfulp/formats/named_formats.h"
#include "halfulp/rounding/block_scale.h"
#include "halfulp/rounding/quotient.h"
#include "halfulp/rounding/round.h"

namespace halfulp {
namespace {

bool is_finite(double x) { return !is_infinite(x) && !is_not_a_number(x); }

double to_binary32(const Real& x) {
  return round(x, fp32, {.overflow = Overflow::saturate_finite});
}

// fl(1 / fl(s)).
double reciprocal_in_binary32(double scale, double tensor_scale) {
  const double s = to_binary32(product(scale, tensor_scale));
  return is_zero(s) ? fp32.max() : to_binary32(quotient(1.0, s));
}

// The number that becomes the element: exact, or sticky.
Real scaled(double x, double scale, double tensor_scale, Division division) {
  if (division == Division::exact)
    return quotient(x, exact_product(scale, tensor_scale));
  const double y = to_binary32(product(x, reciprocal_in_binary32(scale, tensor_scale)));
  const Unpacked u = unpack_magnitude(y);
  return {sign_bit(x), u.significand, u.exponent, false};
}

double element_of(double x, double scale, double tensor_scale, const Format& format,
                  const BlockRule& rule) {
  // A zero needs no scale, and that of a zero block may be 0.
  if (is_zero(x) || !is_finite(x)) return round(x, format, rule.element);
  const double element =
      round(scaled(x, scale, tensor_scale, rule.division), format, rule.element);
  const bool has_opposite = format.encoding != Encoding::twos_complement ||
                            bits_of(element) != bits_of(format.lowest());
  return rule.symmetric && !has_opposite ? with_sign(format.max(), true) : element;
}

QuantizedBlock with_scale(double scale, std::span<const double> x, double tensor_scale,
                          const BlockFormat& format, const BlockRule& rule) {
  QuantizedBlock block{scale, {}};
  for (double value : x) {
    block.elements.push_back(
        element_of(value, scale, tensor_scale, format.element, rule));
  }
  return block;
}

double sum_of_squared_errors(const QuantizedBlock& block, std::span<const double> x,
                             double tensor_scale) {
  double sum = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (!is_finite(x[i])) continue;
    const double error =
        x[i] - dequantize(block.elements[i], block.scale, tensor_scale);
    sum += error * error;
  }
  return sum;
}

QuantizedBlock four_over_six(double amax, std::span<const double> x,
                             double tensor_scale, const BlockFormat& format,
                             const BlockRule& rule) {
  const auto up_to = [&](double element_max) {
    const double scale =
        nearest_scale_for(amax, element_max, tensor_scale, format, rule);
    return with_scale(scale, x, tensor_scale, format, rule);
  };
  const QuantizedBlock six = up_to(6.0);
  const QuantizedBlock four = up_to(4.0);
  return in_default_fp_environment([&] {
    const double error_of_six = sum_of_squared_errors(six, x, tensor_scale);
    const double error_of_four = sum_of_squared_errors(four, x, tensor_scale);
    return error_of_four < error_of_six ? four : six;
  });
}

// Whether the value poisons its block; throws where it is an error.
bool poisons(double x, const BlockFormat& format, const BlockRule& rule) {
  if (is_not_a_number(x)) {
    require_nan_block_rule(format, rule);
    return rule.nan == NonFinite::poison;
  }
  if (is_infinite(x)) {
    require_infinity_block_rule(format, rule, sign_bit(x));
    return rule.infinity == NonFinite::poison;
  }
  return false;
}

void require_poison(const BlockFormat& format, const std::string& what,
                    const std::string& argument) {
  if (format.scale.has_nan()) return;
  throw std::invalid_argument(what + " cannot poison its block: the scale format " +
                              std::string(format.scale.name.view()) +
                              " has no NaN; pass " + argument + "='element'");
}

}  // namespace

QuantizedBlock quantize_block(std::span<const double> x, double tensor_scale,
                              const BlockFormat& format, const BlockRule& rule) {
  require_block_rule(format, rule);
  require_tensor_scale(tensor_scale, format);
  if (x.empty() || x.size() > static_cast<std::size_t>(format.block_size)) {
    throw std::invalid_argument("a block of " + std::string(format.name.view()) +
                                " has 1 to " + std::to_string(format.block_size) +
                                " numbers, got " + std::to_string(x.size()));
  }
  bool poisoned = false;
  for (double value : x) poisoned = poisons(value, format, rule) || poisoned;
  if (poisoned) return {kQuietNan, std::vector<double>(x.size(), 0.0)};

  const double amax = largest_finite(x);
  if (rule.scale_rule == ScaleRule::four_over_six && !is_zero(amax))
    return four_over_six(amax, x, tensor_scale, format, rule);
  return with_scale(scale_for(amax, tensor_scale, format, rule), x, tensor_scale,
                    format, rule);
}

double dequantize(double element, double scale, double tensor_scale) {
  if (is_not_a_number(element) || is_not_a_number(scale)) return kQuietNan;
  if (is_infinite(element)) {
    return is_zero(scale)
               ? kQuietNan
               : with_sign(kPositiveInfinity, sign_bit(element) != sign_bit(scale));
  }
  return exact_product(exact_product(element, scale), tensor_scale);
}

void require_nan_block_rule(const BlockFormat& format, const BlockRule& rule) {
  if (rule.nan == NonFinite::poison)
    return require_poison(format, "a NaN", "nan_block");
  if (rule.nan == NonFinite::element)
    return require_nan_rule(format.element, rule.element);
  throw std::invalid_argument("a NaN met nan_block='error'");
}

void require_infinity_block_rule(const BlockFormat& format, const BlockRule& rule,
                                 bool negative) {
  if (rule.infinity == NonFinite::poison)
    return require_poison(format, "an infinity", "inf_block");
  if (rule.infinity == NonFinite::element)
    return require_infinity_rule(format.element, rule.element, negative);
  throw std::invalid_argument("an infinity met inf_block='error'");
}

void require_tensor_scale(double tensor_scale, const BlockFormat& format) {
  const std::string name(format.name.view());
  if (!format.has_tensor_scale()) {
    if (tensor_scale == 1.0) return;
    throw std::invalid_argument(name + " has no tensor scale, got " +
                                shortest(tensor_scale) + "; leave it out");
  }
  const bool positive = magnitude_bits(tensor_scale) != 0 && !sign_bit(tensor_scale);
  if (positive && is_finite(tensor_scale) && holds(fp32, tensor_scale)) return;
  throw std::invalid_argument("the tensor scale of " + name +
                              " is a positive binary32 number, got " +
                              shortest(tensor_scale) + "; round it to fp32");
}

}  // namespace halfulp
