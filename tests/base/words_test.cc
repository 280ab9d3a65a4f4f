#include "halfulp/base/words.h"

#include <gtest/gtest.h>

#include <array>
#include <stdexcept>

namespace halfulp {
namespace {

constexpr std::array<std::string_view, 6> kKnown = {
    "nearest_even", "nearest_away", "up", "down", "e5m2", "e4m3fn"};

TEST(Words, NearestNameCountsEdits) {
  EXPECT_EQ(nearest_name("nearest_even", kKnown), "nearest_even");
  EXPECT_EQ(nearest_name("neares_even", kKnown), "nearest_even");    // deletion
  EXPECT_EQ(nearest_name("nearest__even", kKnown), "nearest_even");  // insertion
  EXPECT_EQ(nearest_name("nearest_eben", kKnown), "nearest_even");   // substitution
  EXPECT_EQ(nearest_name("nearest_evne", kKnown), "nearest_even");   // exchange
  EXPECT_EQ(nearest_name("NEAREST-AWAY", kKnown), "nearest_away");
  EXPECT_EQ(nearest_name("dwon", kKnown), "down");
  EXPECT_EQ(nearest_name("pu", kKnown), "up");  // one edit: two would be too many
}

TEST(Words, OfEquallyNearNamesTheOneThatBeginsAlike) {
  EXPECT_EQ(nearest_name("e4m3", kKnown), "e4m3fn");  // e5m2 is two edits away as well
}

TEST(Words, ADifferentWordIsNotAMisspelling) {
  EXPECT_EQ(nearest_name("stochastic", kKnown), "");
  EXPECT_EQ(nearest_name("", kKnown), "");
  EXPECT_EQ(nearest_name("x", kKnown), "");
  EXPECT_EQ(nearest_name("up", {}), "");
}

TEST(Words, EqualIgnoringCase) {
  EXPECT_TRUE(equal_ignoring_case("BFloat16", "bfloat16"));
  EXPECT_FALSE(equal_ignoring_case("bfloat16", "bfloat1"));
  EXPECT_FALSE(equal_ignoring_case("bfloat1", "bfloat16"));
  EXPECT_FALSE(
      equal_ignoring_case("[", "{"));  // differ by the bit of the letters' case
}

std::string message_for(std::string_view name,
                        std::span<const std::string_view> aliases) {
  try {
    throw_unknown_name("mode", name, kKnown, aliases);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
}

TEST(Words, MessageOfUnknownNames) {
  const std::string known =
      " known: nearest_even, nearest_away, up, down, e5m2, e4m3fn";
  EXPECT_EQ(message_for("dwon", {}),
            "unknown mode 'dwon'; did you mean 'down'?" + known);
  EXPECT_EQ(message_for("sideways", {}), "unknown mode 'sideways';" + known);
  const std::array<std::string_view, 1> aliases = {"sidewards"};
  EXPECT_EQ(message_for("sideways", aliases),
            "unknown mode 'sideways'; did you mean 'sidewards'?" + known);
}

enum class Colour { red, green };
constexpr std::array<Word<Colour>, 3> kColours = {
    {{Colour::red, "red"}, {Colour::green, "green"}, {Colour::red, "crimson"}}};

TEST(Words, EnumeratorsAndTheirNames) {
  const std::span<const Word<Colour>> words = kColours;
  EXPECT_EQ(word_of(Colour::red, words), "red");
  EXPECT_EQ(word_of(static_cast<Colour>(9), words), "");
  EXPECT_EQ(parse_word("colour", "crimson", words), Colour::red);
  EXPECT_EQ(parse_word("colour", "green", words), Colour::green);
  EXPECT_THROW(parse_word("colour", "Green", words), std::invalid_argument);
  EXPECT_THROW(parse_word("colour", "", words), std::invalid_argument);
}

}  // namespace
}  // namespace halfulp
