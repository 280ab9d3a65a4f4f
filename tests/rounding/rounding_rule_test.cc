#include "halfulp/rounding/rounding_rule.h"

#include <gtest/gtest.h>

#include <set>
#include <stdexcept>

namespace halfulp {
namespace {

// Each word parses to its value, and each value has a word that parses back to it.
template <class Enum>
void expect_words(std::span<const Word<Enum>> words, std::set<std::string_view> names,
                  std::size_t values) {
  std::set<std::string_view> seen;
  std::set<Enum> distinct;
  for (const Word<Enum>& word : words) {
    seen.insert(word.name);
    distinct.insert(word.value);
    EXPECT_EQ(parse_word("word", word.name, words), word.value);
    EXPECT_EQ(parse_word("word", word_of(word.value, words), words), word.value);
  }
  EXPECT_EQ(seen, names);
  EXPECT_EQ(distinct.size(), values);
}

TEST(RoundingRule, Words) {
  expect_words(rounding_words(),
               {"nearest_even", "nearest_away", "nearest_toward_zero", "toward_zero",
                "up", "down", "away", "odd", "stochastic", "stochastic_a",
                "stochastic_b", "stochastic_c", "stochastic_equal"},
               12);
  expect_words(overflow_words(),
               {"ieee", "saturate_finite", "saturate_propagate", "saturate", "none"},
               4);
  expect_words(subnormals_words(),
               {"keep", "flush_input", "flush_output", "flush_both"}, 4);
  expect_words(inf_input_words(), {"nan", "max", "error"}, 3);
  expect_words(nan_words(), {"canonical", "payload", "error"}, 3);
}

TEST(RoundingRule, AliasesAndSuggestions) {
  EXPECT_EQ(parse_word("overflow", "saturate", overflow_words()),
            Overflow::saturate_propagate);
  EXPECT_EQ(parse_word("rounding", "stochastic", rounding_words()),
            Rounding::stochastic_a);
  EXPECT_EQ(word_of(Rounding::stochastic, rounding_words()), "stochastic_a");
  EXPECT_EQ(word_of(Overflow::saturate_propagate, overflow_words()),
            "saturate_propagate");
  try {
    parse_word("rounding", "nearest_evne", rounding_words());
    FAIL() << "did not throw";
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(),
                 "unknown rounding 'nearest_evne'; did you mean 'nearest_even'? known: "
                 "nearest_even, nearest_away, nearest_toward_zero, toward_zero, up, "
                 "down, away, odd, stochastic_a, stochastic_b, stochastic_c, "
                 "stochastic_equal, stochastic");
  }
}

TEST(RoundingRule, Defaults) {
  const RoundingRule rule;
  EXPECT_EQ(rule,
            (RoundingRule{Rounding::nearest_even, Overflow::ieee, Subnormals::keep,
                          InfInput::nan, NanRule::canonical, 32}));
  EXPECT_FALSE(rule.flushes_input() || rule.flushes_output());
}

}  // namespace
}  // namespace halfulp
