#include "halfulp/rounding/block_rule.h"

#include <array>
#include <stdexcept>
#include <string>

#include "halfulp/formats/block_registry.h"
#include "halfulp/formats/codec.h"
#include "halfulp/formats/named_block_formats.h"

namespace halfulp {
namespace {

// Whether its numbers are those of HiFloat4, whatever its name.
bool is_hif4(const BlockFormat& f) {
  return f.element == hif4.element && f.scale == hif4.scale &&
         f.block_size == hif4.block_size && f.micro_exponents == hif4.micro_exponents;
}

}  // namespace

BlockRule default_block_rule(const BlockFormat& format) {
  BlockRule rule{.scale_rule = format.scale_rule};
  if (is_hif4(format)) {
    rule.element.mode = Rounding::nearest_away;
    rule.division = Division::reciprocal_bfloat16;
  }
  return rule;
}

void require_block_rule(const BlockFormat& format, const BlockRule& rule) {
  require_valid(format);
  require_valid(rule.element);
  const std::string scale(format.scale.name.view());
  if (rule.zero_block != ZeroBlock::smallest) {
    const double wanted = rule.zero_block == ZeroBlock::one ? 1.0 : 0.0;
    if (!holds(format.scale, wanted)) {
      throw std::invalid_argument(
          "zero_block='" + std::string(word_of(rule.zero_block, zero_block_words())) +
          "': the scale format " + scale +
          " has no such number; pass zero_block='smallest'");
    }
  }
  if (rule.scale_rule == ScaleRule::four_over_six && !format.may_have_four_over_six()) {
    throw std::invalid_argument(
        "scale_rule='four_over_six' is for elements up to 6 without micro-exponents, "
        "and those of " +
        std::string(format.name.view()) + " are " +
        std::string(format.element.name.view()) + "; pass scale_rule='nearest'");
  }
}

std::span<const Word<NonFinite>> non_finite_words() {
  static constexpr std::array<Word<NonFinite>, 3> words = {{
      {NonFinite::poison, "poison"},
      {NonFinite::element, "element"},
      {NonFinite::error, "error"},
  }};
  return words;
}

std::span<const Word<ZeroBlock>> zero_block_words() {
  static constexpr std::array<Word<ZeroBlock>, 3> words = {{
      {ZeroBlock::smallest, "smallest"},
      {ZeroBlock::one, "one"},
      {ZeroBlock::zero, "zero"},
  }};
  return words;
}

std::span<const Word<SubnormalScale>> subnormal_scale_words() {
  static constexpr std::array<Word<SubnormalScale>, 2> words = {{
      {SubnormalScale::keep, "keep"},
      {SubnormalScale::normal, "normal"},
  }};
  return words;
}

std::span<const Word<Division>> division_words() {
  static constexpr std::array<Word<Division>, 3> words = {{
      {Division::exact, "exact"},
      {Division::reciprocal, "reciprocal"},
      {Division::reciprocal_bfloat16, "reciprocal_bfloat16"},
  }};
  return words;
}

}  // namespace halfulp
