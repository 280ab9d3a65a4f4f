#include "halfulp/formats/registry.h"

#include <algorithm>
#include <array>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "halfulp/formats/aliases.h"
#include "halfulp/formats/named_formats.h"
#include "halfulp/formats/p3109.h"

namespace halfulp {
namespace {

constexpr std::array kFormats = {
    fp64,        fp32,        fp24_e8m15,  fp24_e7m16,  fp22_e8m13,  tf32,
    fp16,        bf16,        dlfloat16,   e5m2,        e4m3,        e4m3fn,
    e4m3fnuz,    e5m2fnuz,    e4m3b11fnuz, e3m4,        e3m4fn,      hif8,
    mxint8,      e8m0fnu,     e6m2u,       Binary8p1se, Binary8p2se, Binary8p3se,
    Binary8p4se, Binary8p5se, Binary8p6se, Binary8p7se, Binary8p1uf, ue4m3,
    e3m2fn,      e2m3fn,      e2m1fn,
};

static_assert(std::all_of(kFormats.begin(), kFormats.end(),
                          [](const Format& format) { return format.check().empty(); }));

const Format* find_equal(const Format& format) {
  const auto found = std::find(kFormats.begin(), kFormats.end(), format);
  return found == kFormats.end() ? nullptr : &*found;
}

// The names of the aliases, in their order, so that those of one format are a span.
std::span<const std::string_view> all_aliases() {
  static const std::vector<std::string_view> all = [] {
    std::vector<std::string_view> names;
    for (const Alias& alias : format_aliases()) names.push_back(alias.alias);
    return names;
  }();
  return all;
}

std::string_view canonical_name(std::string_view name) {
  for (const Alias& alias : format_aliases()) {
    if (equal_ignoring_case(alias.alias, name)) return alias.name;
  }
  return name;
}

// For messages: those of P3109 are one family.
std::vector<std::string_view> known_names() {
  std::vector<std::string_view> names;
  for (const Format& format : kFormats) {
    if (format.name.source != kP3109Source) names.push_back(format.name.view());
  }
  names.push_back("Binary{K}p{P}{s|u}{e|f}");
  return names;
}

}  // namespace

std::span<const Format> named_formats() { return kFormats; }

std::span<const std::string_view> aliases_of(const Format& format) {
  if (find_equal(format) == nullptr) return {};
  const std::span<const Alias> all = format_aliases();
  const auto is_of = [&](const Alias& alias) {
    return alias.name == format.name.view();
  };
  const auto first = std::find_if(all.begin(), all.end(), is_of);
  const auto last = std::find_if_not(first, all.end(), is_of);
  return all_aliases().subspan(static_cast<std::size_t>(first - all.begin()),
                               static_cast<std::size_t>(last - first));
}

std::string_view source_of(const Format& format) {
  if (const Format* named = find_equal(format)) return named->name.source;
  try {
    if (parse_p3109(format.name.view()) == format) return kP3109Source;
  } catch (const std::invalid_argument&) {  // a user's own name, however like P3109's
  }
  return {};
}

Format format_named(std::string_view name) {
  const std::string_view canonical = canonical_name(name);
  for (const Format& format : kFormats) {
    if (equal_ignoring_case(format.name.view(), canonical)) return format;
  }
  if (const std::optional<Format> format = parse_p3109(name)) return *format;
  throw_unknown_name("format", name, known_names(), all_aliases());
}

const Format& require_valid(const Format& format) {
  const std::string_view broken = format.check();
  if (broken.empty()) return format;
  throw std::invalid_argument(
      "format '" + std::string(format.name.view()) + "' (width " +
      std::to_string(format.width) + ", precision " + std::to_string(format.precision) +
      ", emax " + std::to_string(format.emax) + ", emin " +
      std::to_string(format.emin) + ") is not valid: " + std::string(broken));
}

std::span<const Word<Specials>> specials_words() {
  static constexpr std::array<Word<Specials>, 6> words = {{
      {Specials::ieee, "ieee"},
      {Specials::nan_all_ones, "nan_all_ones"},
      {Specials::nan_minus_zero, "nan_minus_zero"},
      {Specials::inf_nan_all_ones, "inf_nan_all_ones"},
      {Specials::inf_nan_minus_zero, "inf_nan_minus_zero"},
      {Specials::none, "none"},
  }};
  return words;
}

std::span<const Word<Encoding>> encoding_words() {
  static constexpr std::array<Word<Encoding>, 3> words = {{
      {Encoding::sign_magnitude, "sign_magnitude"},
      {Encoding::twos_complement, "twos_complement"},
      {Encoding::tapered, "tapered"},
  }};
  return words;
}

}  // namespace halfulp
