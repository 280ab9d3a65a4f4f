#include "halfulp/base/text.h"

#include <array>
#include <charconv>

#include "halfulp/base/binary64.h"
#include "halfulp/base/fp_environment.h"

namespace halfulp {
namespace {

std::string special(double x) {
  if (is_not_a_number(x)) return "NaN";
  return sign_bit(x) ? "-Infinity" : "Infinity";
}

bool is_special(double x) { return is_not_a_number(x) || is_infinite(x); }

// With FTZ and DAZ on the standard library takes a subnormal number for 0.
template <class... Format>
std::string digits(double x, Format... format) {
  std::array<char, 40> text;
  const auto end = in_default_fp_environment([&] {
    return std::to_chars(text.data(), text.data() + text.size(), x, format...);
  });
  return std::string(text.data(), end.ptr);
}

}  // namespace

std::string shortest(double x) { return is_special(x) ? special(x) : digits(x); }

std::string hex_float(double x) {
  if (is_special(x)) return special(x);
  return (sign_bit(x) ? "-0x" : "0x") +
         digits(with_sign(x, false), std::chars_format::hex);
}

std::string hex(std::uint64_t code) {
  std::array<char, 20> text;
  const auto end = std::to_chars(text.data(), text.data() + text.size(), code, 16).ptr;
  for (char* c = text.data(); c != end; ++c) {
    if (*c >= 'a') *c = static_cast<char>(*c - 'a' + 'A');
  }
  return "0x" + std::string(text.data(), end);
}

}  // namespace halfulp
