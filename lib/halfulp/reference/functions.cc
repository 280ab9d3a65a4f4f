#include "halfulp/reference/functions.h"

#include <array>
#include <optional>
#include <stdexcept>
#include <string>

#include "halfulp/base/fp_environment.h"
#include "halfulp/base/words.h"
#include "halfulp/formats/registry.h"
#include "halfulp/reference/approximation.h"
#include "halfulp/reference/asymptotic.h"
#include "halfulp/reference/mpfr_environment.h"
#include "halfulp/reference/mpfr_number.h"
#include "halfulp/reference/special_values.h"

namespace halfulp::reference {
namespace {

constexpr std::array<Word<Function>, 11> kWords = {{
    {Function::exp, "exp"},
    {Function::log, "log"},
    {Function::sin, "sin"},
    {Function::cos, "cos"},
    {Function::tanh, "tanh"},
    {Function::erf, "erf"},
    {Function::erfc, "erfc"},
    {Function::sqrt, "sqrt"},
    {Function::rsqrt, "rsqrt"},
    {Function::gelu_erf, "gelu_erf"},
    {Function::gelu_tanh, "gelu_tanh"},
}};

constexpr auto kFunctions = [] {
  std::array<Function, kWords.size()> functions{};
  for (std::size_t i = 0; i < functions.size(); ++i) functions[i] = kWords[i].value;
  return functions;
}();

// What all numbers within 2^-bits |y| of y round to; nothing if they do not round alike.
// Rounding is monotonic, so the ends speak for what lies between.
std::optional<double> round_interval(const MpfrNumber& y, mpfr_prec_t bits,
                                     const Format& format, const RoundingRule& rule) {
  const mpfr_prec_t precision = mpfr_get_prec(y.get());
  MpfrNumber radius(precision);
  MpfrNumber end(precision);
  mpfr_abs(radius.get(), y.get(), MPFR_RNDU);
  mpfr_div_2si(radius.get(), radius.get(), bits, MPFR_RNDU);
  mpfr_sub(end.get(), y.get(), radius.get(), MPFR_RNDD);
  const double low = round(end.get(), false, format, rule);
  mpfr_add(end.get(), y.get(), radius.get(), MPFR_RNDU);
  const double high = round(end.get(), false, format, rule);
  if (bits_of(low) != bits_of(high)) return std::nullopt;
  return low;
}

double ziv(Function function, double x, const Format& format, const RoundingRule& rule,
           int extra_bits, ZivStatistics& statistics) {
  for (mpfr_prec_t extra = extra_bits;; extra *= 2) {
    const mpfr_prec_t bits = format.precision + extra;
    MpfrNumber y(bits + guard_bits(function));
    const bool exact = approximate(function, x, y.get());
    ++statistics.evaluations;
    statistics.precision = mpfr_get_prec(y.get());
    if (exact) return round(y.get(), false, format, rule);
    if (const auto result = round_interval(y, bits, format, rule)) return *result;
  }
}

void require_extra_bits(int extra_bits) {
  if (extra_bits >= 2 && extra_bits <= kMaxZivExtraBits) return;
  throw std::invalid_argument("extra_bits must be between 2 and " +
                              std::to_string(kMaxZivExtraBits) + ", got " +
                              std::to_string(extra_bits));
}

}  // namespace

std::string_view name_of(Function function) {
  return word_of(function, std::span<const Word<Function>>(kWords));
}

std::span<const Function> all_functions() { return kFunctions; }

Function function_named(std::string_view name) {
  return parse_word("function", name, std::span<const Word<Function>>(kWords));
}

double evaluate(Function function, double x, const Format& format,
                const RoundingRule& rule, int extra_bits, ZivStatistics* statistics) {
  require_valid(format);
  require_deterministic(rule);
  require_extra_bits(extra_bits);
  return in_default_fp_environment([&] {
    ZivStatistics counted;
    const double result = [&] {
      if (is_not_a_number(x)) return halfulp::round(x, format, rule);
      if (const auto value = special_value(function, x))
        return halfulp::round(*value, format, rule);
      if (const auto value = asymptotic_value(function, x))
        return halfulp::round(*value, format, rule);
      const MpfrEnvironment environment;
      return ziv(function, x, format, rule, extra_bits, counted);
    }();
    if (statistics != nullptr) *statistics = counted;
    return result;
  });
}

}  // namespace halfulp::reference
