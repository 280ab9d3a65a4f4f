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

// The number that becomes the element: exact, or sticky. scale > 0.
Real scaled(double x, double scale, double tensor_scale, Division division) {
  if (division == Division::reciprocal) {
    const double y =
        to_binary32(product(x, reciprocal_in_binary32(scale, tensor_scale)));
    const Unpacked u = unpack_magnitude(y);
    return {sign_bit(x), u.significand, u.exponent, false};
  }
  const double s = exact_product(scale, tensor_scale);
  return division == Division::exact ? quotient(x, s)
                                     : product(x, reciprocal_in_bfloat16(s));
}

double element_of(double x, double scale, double tensor_scale, const Format& format,
                  const BlockRule& rule, std::uint32_t random) {
  // A zero needs no scale, and that of a zero block may be 0.
  if (is_zero(x) || !is_finite(x)) return round(x, format, rule.element, random);
  const double element = round(scaled(x, scale, tensor_scale, rule.division), format,
                               rule.element, random);
  const bool has_opposite = format.encoding != Encoding::twos_complement ||
                            bits_of(element) != bits_of(format.lowest());
  return rule.symmetric && !has_opposite ? with_sign(format.max(), true) : element;
}

// What a block is made of.
struct Numbers {
  std::span<const double> x;
  std::span<const std::uint32_t> random;  // empty where the mode needs none
  double tensor_scale;
};

// Of a group whose largest magnitude is amax; `scale` includes the levels above.
int micro_exponent_for(double amax, double scale, double tensor_scale,
                       std::size_t level, const BlockFormat& format,
                       Division division) {
  if (is_zero(amax)) return 0;
  const Real y = scaled(amax, scale, tensor_scale, division);
  if (y.significand == 0) return 0;
  const int below = format.element.emax + format.largest_micro_exponent(level + 1);
  const int wanted = floor_log2(y.significand, y.exponent) - below;
  return std::clamp(wanted, 0, format.micro_exponents[level].largest());
}

void choose_micro_exponents(QuantizedBlock& block, const Numbers& numbers,
                            const BlockFormat& format, Division division) {
  for (std::size_t level = 0; level < BlockFormat::kLevels; ++level) {
    if (format.micro_exponents[level].bits == 0) return;
    const auto size =
        static_cast<std::size_t>(format.micro_exponents[level].group_size);
    std::vector<int> chosen;
    for (std::size_t begin = 0; begin < numbers.x.size(); begin += size) {
      const auto group =
          numbers.x.subspan(begin, std::min(size, numbers.x.size() - begin));
      chosen.push_back(
          micro_exponent_for(largest_finite(group), scale_of(block, begin, format),
                             numbers.tensor_scale, level, format, division));
    }
    block.micro_exponents[level] = chosen;
  }
}

QuantizedBlock with_scale(double scale, const Numbers& numbers,
                          const BlockFormat& format, const BlockRule& rule) {
  QuantizedBlock block{scale, {}};
  choose_micro_exponents(block, numbers, format, rule.division);
  for (std::size_t i = 0; i < numbers.x.size(); ++i) {
    const std::uint32_t random = numbers.random.empty() ? 0 : numbers.random[i];
    block.elements.push_back(element_of(numbers.x[i], scale_of(block, i, format),
                                        numbers.tensor_scale, format.element, rule,
                                        random));
  }
  return block;
}

double sum_of_squared_errors(const QuantizedBlock& block, const Numbers& numbers) {
  double sum = 0.0;
  for (std::size_t i = 0; i < numbers.x.size(); ++i) {
    if (!is_finite(numbers.x[i])) continue;
    const double number =
        dequantize(block.elements[i], block.scale, numbers.tensor_scale);
    const double error = numbers.x[i] - number;
    sum += error * error;
  }
  return sum;
}

QuantizedBlock four_over_six(double amax, const Numbers& numbers,
                             const BlockFormat& format, const BlockRule& rule) {
  const auto up_to = [&](double element_max) {
    const double scale =
        nearest_scale_for(amax, element_max, numbers.tensor_scale, format, rule);
    return with_scale(scale, numbers, format, rule);
  };
  const QuantizedBlock six = up_to(6.0);
  const QuantizedBlock four = up_to(4.0);
  return in_default_fp_environment([&] {
    const double error_of_six = sum_of_squared_errors(six, numbers);
    const double error_of_four = sum_of_squared_errors(four, numbers);
    return error_of_four < error_of_six ? four : six;
  });
}

// That of NaNs, with all its micro-exponents 0.
QuantizedBlock poisoned_block(std::size_t size, const BlockFormat& format) {
  QuantizedBlock block{kQuietNan, std::vector<double>(size, 0.0)};
  for (std::size_t level = 0; level < BlockFormat::kLevels; ++level) {
    const auto [group_size, bits] = format.micro_exponents[level];
    if (bits == 0) break;
    const auto group = static_cast<std::size_t>(group_size);
    block.micro_exponents[level].assign((size + group - 1) / group, 0);
  }
  return block;
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

void require_block(std::span<const double> x, std::span<const std::uint32_t> random,
                   const BlockFormat& format, const BlockRule& rule) {
  if (x.empty() || x.size() > static_cast<std::size_t>(format.block_size)) {
    throw std::invalid_argument("a block of " + std::string(format.name.view()) +
                                " has 1 to " + std::to_string(format.block_size) +
                                " numbers, got " + std::to_string(x.size()));
  }
  if (random.empty()) return require_deterministic(rule.element);
  if (random.size() != x.size()) {
    throw std::invalid_argument("a block of " + std::to_string(x.size()) +
                                " numbers needs as many random words, got " +
                                std::to_string(random.size()));
  }
}

}  // namespace

QuantizedBlock quantize_block(std::span<const double> x, double tensor_scale,
                              const BlockFormat& format, const BlockRule& rule,
                              std::span<const std::uint32_t> random) {
  require_block_rule(format, rule);
  require_tensor_scale(tensor_scale, format);
  require_block(x, random, format, rule);
  bool poisoned = false;
  for (double value : x) poisoned = poisons(value, format, rule) || poisoned;
  if (poisoned) return poisoned_block(x.size(), format);

  const double amax = largest_finite(x);
  const Numbers numbers{x, random, tensor_scale};
  if (rule.scale_rule == ScaleRule::four_over_six && !is_zero(amax))
    return four_over_six(amax, numbers, format, rule);
  return with_scale(scale_for(amax, tensor_scale, format, rule), numbers, format, rule);
}

double scale_of(const QuantizedBlock& block, std::size_t i, const BlockFormat& format) {
  int exponent = 0;
  for (std::size_t level = 0; level < BlockFormat::kLevels; ++level) {
    const std::vector<int>& known = block.micro_exponents[level];
    if (known.empty()) break;
    exponent +=
        known[i / static_cast<std::size_t>(format.micro_exponents[level].group_size)];
  }
  return is_not_a_number(block.scale)
             ? block.scale
             : exact_product(block.scale, power_of_two(exponent));
}

std::uint32_t scale_word(const QuantizedBlock& block, const BlockFormat& format) {
  std::uint64_t word = encode(block.scale, format.scale);
  for (std::size_t level = 0; level < BlockFormat::kLevels; ++level) {
    int group = 0;
    for (int exponent : block.micro_exponents[level]) {
      word |= static_cast<std::uint64_t>(exponent)
              << format.micro_exponent_bit(level, group++);
    }
  }
  return static_cast<std::uint32_t>(word);
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
