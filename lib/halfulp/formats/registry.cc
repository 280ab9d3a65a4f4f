#include "halfulp/formats/registry.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

#include "halfulp/formats/named_formats.h"

namespace halfulp {
namespace {

constexpr std::array kFormats = {fp64, fp32, tf32, fp16, bf16, e5m2, e4m3fn};

struct Alias {
  std::string_view alias;
  std::string_view name;
};

// Grouped by format: IEEE 754, NumPy and ml_dtypes, C, LLVM and MLIR, OCP.
constexpr std::array kAliasTable = {
    Alias{"binary64", "fp64"},
    Alias{"float64", "fp64"},
    Alias{"double", "fp64"},
    Alias{"IEEEdouble", "fp64"},
    Alias{"f64", "fp64"},
    Alias{"binary32", "fp32"},
    Alias{"float32", "fp32"},
    Alias{"single", "fp32"},
    Alias{"IEEEsingle", "fp32"},
    Alias{"f32", "fp32"},
    Alias{"TensorFloat32", "tf32"},
    Alias{"FloatTF32", "tf32"},
    Alias{"binary16", "fp16"},
    Alias{"float16", "fp16"},
    Alias{"half", "fp16"},
    Alias{"IEEEhalf", "fp16"},
    Alias{"f16", "fp16"},
    Alias{"bfloat16", "bf16"},
    Alias{"BFloat", "bf16"},
    Alias{"float8_e5m2", "e5m2"},
    Alias{"Float8E5M2", "e5m2"},
    Alias{"f8E5M2", "e5m2"},
    Alias{"fp8_e5m2", "e5m2"},
    Alias{"ocp_e5m2", "e5m2"},
    Alias{"float8_e4m3fn", "e4m3fn"},
    Alias{"Float8E4M3FN", "e4m3fn"},
    Alias{"f8E4M3FN", "e4m3fn"},
    Alias{"fp8_e4m3fn", "e4m3fn"},
    Alias{"ocp_e4m3", "e4m3fn"},
};

constexpr auto kAliases = [] {
  std::array<std::string_view, kAliasTable.size()> aliases;
  std::transform(kAliasTable.begin(), kAliasTable.end(), aliases.begin(),
                 [](const Alias& alias) { return alias.alias; });
  return aliases;
}();

constexpr auto kNames = [] {
  std::array<std::string_view, kFormats.size()> names;
  std::transform(kFormats.begin(), kFormats.end(), names.begin(),
                 [](const Format& format) { return format.name.view(); });
  return names;
}();

}  // namespace

std::span<const Format> named_formats() { return kFormats; }

std::span<const std::string_view> aliases_of(const Format& format) {
  const auto is_of = [&](const Alias& alias) {
    return alias.name == format.name.view();
  };
  const auto first = std::find_if(kAliasTable.begin(), kAliasTable.end(), is_of);
  const auto last = std::find_if_not(first, kAliasTable.end(), is_of);
  return std::span(kAliases).subspan(
      static_cast<std::size_t>(first - kAliasTable.begin()),
      static_cast<std::size_t>(last - first));
}

const Format& format_named(std::string_view name) {
  for (const Format& format : kFormats) {
    if (equal_ignoring_case(format.name.view(), name)) return format;
    for (std::string_view alias : aliases_of(format)) {
      if (equal_ignoring_case(alias, name)) return format;
    }
  }
  throw_unknown_name("format", name, kNames, kAliases);
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
