#include "halfulp/formats/p3109.h"

#include <charconv>
#include <stdexcept>
#include <string>

#include "halfulp/base/words.h"
#include "halfulp/formats/registry.h"

namespace halfulp {
namespace {

constexpr int kLeastWidth = 3;
constexpr int kGreatestWidth = 15;
constexpr int kMostExponentBits = 11;  // those of binary64

std::string name_of(int width, int precision, bool has_sign, bool has_infinity) {
  return "Binary" + std::to_string(width) + "p" + std::to_string(precision) +
         (has_sign ? "s" : "u") + (has_infinity ? "e" : "f");
}

[[noreturn]] void refuse(const std::string& name, const std::string& why) {
  throw std::invalid_argument("there is no format " + name + ": " + why);
}

void require_member(int width, int precision, bool has_sign, const std::string& name) {
  if (width < kLeastWidth || width > kGreatestWidth)
    refuse(name, "the formats of P3109 have 3 to 15 bits here; Format makes others");
  const int most = has_sign ? width - 1 : width;
  if (precision < 1 || precision > most) {
    refuse(name, std::string(has_sign ? "a signed" : "an unsigned") + " one of " +
                     std::to_string(width) + " bits has precision 1 to " +
                     std::to_string(most));
  }
}

void require_carrier(const Format& f, const std::string& name) {
  if (f.exponent_bits() <= kMostExponentBits) return;
  refuse(name, "no carrier here (binary32, binary64) holds its numbers, from 2^" +
                   std::to_string(f.quantum_exponent(f.emin)) + " to 2^" +
                   std::to_string(f.emax) + " and more; with " +
                   std::to_string(f.width) + " bits the precision must be at least " +
                   std::to_string(f.precision + f.exponent_bits() - kMostExponentBits));
}

// Takes a number without leading zeros from the front of the text.
std::optional<int> take_number(std::string_view& text) {
  int number = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || text.front() == '0' || text.front() == '-') return {};
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

bool take_word(std::string_view& text, std::string_view word) {
  if (!equal_ignoring_case(text.substr(0, word.size()), word)) return false;
  text.remove_prefix(word.size());
  return true;
}

}  // namespace

Format p3109_format(int width, int precision, bool has_sign, bool has_infinity) {
  const std::string name = name_of(width, precision, has_sign, has_infinity);
  require_member(width, precision, has_sign, name);
  const int bias = 1 << (width - precision - (has_sign ? 1 : 0));
  Format f{.name = std::string_view(name),
           .width = width,
           .precision = precision,
           .emax = 0,
           .emin = 1 - bias,
           .specials = has_sign ? (has_infinity ? Specials::inf_nan_minus_zero
                                                : Specials::nan_minus_zero)
                                : (has_infinity ? Specials::inf_nan_all_ones
                                                : Specials::nan_all_ones),
           .has_sign = has_sign};
  f.emax = static_cast<int>(f.max_code() >> f.fraction_bits()) - bias;
  require_carrier(f, name);
  return require_valid(f);
}

std::optional<Format> parse_p3109(std::string_view name) {
  std::string_view rest = name;
  if (!take_word(rest, "binary")) return {};
  const std::optional<int> width = take_number(rest);
  if (!width || !take_word(rest, "p")) return {};
  const std::optional<int> precision = take_number(rest);
  if (!precision) return {};
  for (const bool has_sign : {true, false}) {
    for (const bool has_infinity : {true, false}) {
      const std::string_view end =
          has_sign ? (has_infinity ? "se" : "sf") : (has_infinity ? "ue" : "uf");
      if (equal_ignoring_case(rest, end))
        return p3109_format(*width, *precision, has_sign, has_infinity);
    }
  }
  throw std::invalid_argument("'" + std::string(name) +
                              "' must end in se, sf, ue or uf: signed or unsigned, " +
                              "extended by infinity or finite");
}

}  // namespace halfulp
