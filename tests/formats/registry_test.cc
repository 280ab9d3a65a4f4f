#include "halfulp/formats/registry.h"

#include <gtest/gtest.h>

#include <set>
#include <stdexcept>
#include <string>

#include "halfulp/formats/named_formats.h"

namespace halfulp {
namespace {

TEST(Registry, NamedFormatsWidestFirst) {
  std::vector<std::string_view> names;
  int last = 64;
  for (const Format& f : named_formats()) {
    names.push_back(f.name.view());
    EXPECT_LE(f.width, last);
    last = f.width;
    EXPECT_EQ(f.check(), "");
  }
  EXPECT_EQ(names, (std::vector<std::string_view>{"fp64", "fp32", "tf32", "fp16",
                                                  "bf16", "e5m2", "e4m3fn"}));
}

TEST(Registry, NamesAndAliases) {
  EXPECT_EQ(format_named("fp16"), fp16);
  EXPECT_EQ(format_named("binary16"), fp16);
  EXPECT_EQ(format_named("float16"), fp16);
  EXPECT_EQ(format_named("binary32"), fp32);
  EXPECT_EQ(format_named("float64"), fp64);
  EXPECT_EQ(format_named("bfloat16"), bf16);
  EXPECT_EQ(format_named("FloatTF32"), tf32);
  EXPECT_EQ(format_named("float8_e4m3fn"), e4m3fn);
  EXPECT_EQ(format_named("f8E4M3FN"), e4m3fn);
  EXPECT_EQ(format_named("ocp_e4m3"), e4m3fn);
  EXPECT_EQ(format_named("Float8E5M2"), e5m2);
}

TEST(Registry, LetterCaseIsIgnored) {
  EXPECT_EQ(format_named("BF16"), bf16);
  EXPECT_EQ(format_named("BFloat16"), bf16);
  EXPECT_EQ(format_named("E4M3FN"), e4m3fn);
  EXPECT_EQ(format_named("FLOAT8_E5M2"), e5m2);
}

TEST(Registry, EverySpellingIsUnambiguous) {
  std::set<std::string> seen;
  const auto add = [&](std::string_view spelling, const Format& f) {
    std::string lower(spelling);
    for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    EXPECT_TRUE(seen.insert(lower).second) << spelling;
    EXPECT_EQ(format_named(spelling), f);
  };
  std::size_t spellings = 0;
  for (const Format& f : named_formats()) {
    add(f.name.view(), f);
    for (std::string_view alias : aliases_of(f)) add(alias, f);
    spellings += 1 + aliases_of(f).size();
  }
  EXPECT_EQ(seen.size(), spellings);
  EXPECT_EQ(spellings, 36u);
}

TEST(Registry, AFormatWithoutAliases) {
  EXPECT_TRUE(aliases_of(Format{"mine", 16, 11, 15, -14}).empty());
}

std::string message_for(std::string_view name) {
  try {
    format_named(name);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "did not throw";
}

TEST(Registry, UnknownNamesGetASuggestion) {
  const std::string known = " known: fp64, fp32, tf32, fp16, bf16, e5m2, e4m3fn";
  EXPECT_EQ(message_for("fp61"), "unknown format 'fp61'; did you mean 'fp64'?" + known);
  EXPECT_EQ(message_for("pf16"), "unknown format 'pf16'; did you mean 'fp16'?" + known);
  EXPECT_EQ(message_for("E4M3"),
            "unknown format 'E4M3'; did you mean 'e4m3fn'?" + known);
  EXPECT_EQ(message_for("bflaot16"),
            "unknown format 'bflaot16'; did you mean 'bfloat16'?" + known);
  EXPECT_EQ(message_for("posit8"), "unknown format 'posit8';" + known);
  EXPECT_EQ(message_for(""), "unknown format '';" + known);
}

TEST(Registry, WordsOfSpecialsAndEncodings) {
  for (const Word<Specials>& word : specials_words()) {
    EXPECT_EQ(parse_word("specials", word.name, specials_words()), word.value);
  }
  EXPECT_EQ(specials_words().size(), 6u);
  EXPECT_EQ(word_of(Encoding::tapered, encoding_words()), "tapered");
  EXPECT_EQ(encoding_words().size(), 3u);
}

}  // namespace
}  // namespace halfulp
