#include "halfulp/formats/block_registry.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

#include "halfulp/formats/aliases.h"
#include "halfulp/formats/named_block_formats.h"

namespace halfulp {
namespace {

constexpr std::array kFormats = {mxfp8_e5m2,   mxfp8_e4m3, mxint8_blocks, bfp8_b,
                                 mxfp6_e3m2,   mxfp6_e2m3, mxfp4,         nvfp4,
                                 nvfp4_4over6, hif4};

static_assert(std::all_of(kFormats.begin(), kFormats.end(),
                          [](const BlockFormat& f) { return f.check().empty(); }));

constexpr std::array kAliasTable = {
    Alias{"mxfp8e5m2", "mxfp8_e5m2"},
    Alias{"ocp_mxfp8_e5m2", "mxfp8_e5m2"},
    Alias{"mxfp8_e4m3fn", "mxfp8_e4m3"},
    Alias{"mxfp8e4m3", "mxfp8_e4m3"},
    Alias{"mxfp8", "mxfp8_e4m3"},
    Alias{"ocp_mxfp8_e4m3", "mxfp8_e4m3"},
    Alias{"ocp_mxint8", "mxint8"},
    Alias{"mxint8_blocks", "mxint8"},
    Alias{"bfp8", "bfp8_b"},
    Alias{"bfloat8_b", "bfp8_b"},
    Alias{"mxfp6_e3m2fn", "mxfp6_e3m2"},
    Alias{"mxfp6e3m2", "mxfp6_e3m2"},
    Alias{"ocp_mxfp6_e3m2", "mxfp6_e3m2"},
    Alias{"mxfp6_e2m3fn", "mxfp6_e2m3"},
    Alias{"mxfp6e2m3", "mxfp6_e2m3"},
    Alias{"ocp_mxfp6_e2m3", "mxfp6_e2m3"},
    Alias{"mxfp4_e2m1", "mxfp4"},
    Alias{"mxfp4_e2m1fn", "mxfp4"},
    Alias{"ocp_mxfp4", "mxfp4"},
    Alias{"nvfp4_e2m1", "nvfp4"},
    Alias{"nvf4", "nvfp4"},
    Alias{"fouroversix", "nvfp4_4over6"},
    Alias{"four_over_six", "nvfp4_4over6"},
    Alias{"hifloat4", "hif4"},
    Alias{"hifx4", "hif4"},
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
                 [](const BlockFormat& format) { return format.name.view(); });
  return names;
}();

}  // namespace

std::span<const BlockFormat> named_block_formats() { return kFormats; }

std::span<const std::string_view> aliases_of(const BlockFormat& format) {
  const auto is_of = [&](const Alias& alias) {
    return alias.name == format.name.view();
  };
  const auto first = std::find_if(kAliasTable.begin(), kAliasTable.end(), is_of);
  const auto last = std::find_if_not(first, kAliasTable.end(), is_of);
  return std::span(kAliases).subspan(
      static_cast<std::size_t>(first - kAliasTable.begin()),
      static_cast<std::size_t>(last - first));
}

std::string_view source_of(const BlockFormat& format) {
  for (const BlockFormat& named : kFormats) {
    if (named == format) return named.name.source;
  }
  return {};
}

const BlockFormat& block_format_named(std::string_view name) {
  for (const BlockFormat& format : kFormats) {
    if (equal_ignoring_case(format.name.view(), name)) return format;
    for (std::string_view alias : aliases_of(format)) {
      if (equal_ignoring_case(alias, name)) return format;
    }
  }
  throw_unknown_name("block format", name, kNames, kAliases);
}

const BlockFormat& require_valid(const BlockFormat& format) {
  const std::string_view broken = format.check();
  if (broken.empty()) return format;
  throw std::invalid_argument("block format '" + std::string(format.name.view()) +
                              "' (element " + std::string(format.element.name.view()) +
                              ", block_size " + std::to_string(format.block_size) +
                              ", scale " + std::string(format.scale.name.view()) +
                              ") is not valid: " + std::string(broken));
}

std::span<const Word<ScaleRule>> scale_rule_words() {
  static constexpr std::array<Word<ScaleRule>, 7> words = {{
      {ScaleRule::floor, "floor"},
      {ScaleRule::ceil, "ceil"},
      {ScaleRule::round_up, "round_up"},
      {ScaleRule::nearest, "nearest"},
      {ScaleRule::nearest_bfloat16, "nearest_bfloat16"},
      {ScaleRule::even, "even"},
      {ScaleRule::four_over_six, "four_over_six"},
  }};
  return words;
}

}  // namespace halfulp
