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
  EXPECT_EQ(
      names,
      (std::vector<std::string_view>{
          "fp64",        "fp32",        "fp24_e8m15",  "fp24_e7m16",  "fp22_e8m13",
          "tf32",        "fp16",        "bf16",        "dlfloat16",   "e5m2",
          "e4m3",        "e4m3fn",      "e4m3fnuz",    "e5m2fnuz",    "e4m3b11fnuz",
          "e3m4",        "e3m4fn",      "hif8",        "mxint8",      "e8m0fnu",
          "e6m2u",       "Binary8p1se", "Binary8p2se", "Binary8p3se", "Binary8p4se",
          "Binary8p5se", "Binary8p6se", "Binary8p7se", "Binary8p1uf", "ue4m3",
          "e3m2fn",      "e2m3fn",      "e2m1fn"}));
}

TEST(Registry, EveryNamedFormatHasItsSource) {
  for (const Format& f : named_formats()) {
    EXPECT_FALSE(f.name.source.empty()) << f.name.view();
    EXPECT_EQ(source_of(f), f.name.source);
  }
  EXPECT_EQ(source_of(fp16), "IEEE 754-2019, table 3.5");
  EXPECT_NE(source_of(dlfloat16).find("unverified"), std::string_view::npos);
  EXPECT_NE(source_of(fp24_e7m16).find("unverified"), std::string_view::npos);
  EXPECT_EQ(source_of(format_named("Binary11p4ue")), kP3109Source);
  // The name alone does not make it the documented one.
  EXPECT_EQ(source_of(Format{"fp16", 16, 10, 31, -30}), "");
  EXPECT_EQ(source_of(Format{"Binary11p4ue", 11, 4, 15, -14}), "");
  EXPECT_EQ(source_of(Format{"Binary8p99se", 16, 10, 31, -30}), "");
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
  EXPECT_EQ(format_named("e4m3"), e4m3);
  EXPECT_EQ(format_named("float8_e4m3"), e4m3);
  EXPECT_EQ(format_named("Binary8p3se"), Binary8p3se);
}

// The names of Triton's types say the bias or the vendor.
TEST(Registry, TritonsNames) {
  EXPECT_EQ(format_named("float8e5"), e5m2);
  EXPECT_EQ(format_named("fp8e5b16"), e5m2fnuz);
  EXPECT_EQ(format_named("float8e4nv"), e4m3fn);
  EXPECT_EQ(format_named("fp8e4b8"), e4m3fnuz);
  EXPECT_THROW(format_named("fp8e4b15"), std::invalid_argument);  // not e4m3b11fnuz
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
  EXPECT_EQ(spellings, 108u);
}

TEST(Registry, AFormatWithoutAliases) {
  EXPECT_TRUE(aliases_of(Format{"mine", 16, 11, 15, -14}).empty());
  EXPECT_TRUE(aliases_of(Format{"fp16", 16, 10, 31, -30}).empty());
  EXPECT_TRUE(aliases_of(Binary8p3se).empty());
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
  const std::string known =
      " known: fp64, fp32, fp24_e8m15, fp24_e7m16, fp22_e8m13, tf32, fp16, bf16, "
      "dlfloat16, e5m2, e4m3, e4m3fn, e4m3fnuz, e5m2fnuz, e4m3b11fnuz, e3m4, e3m4fn, "
      "hif8, mxint8, e8m0fnu, e6m2u, ue4m3, e3m2fn, e2m3fn, e2m1fn, "
      "Binary{K}p{P}{s|u}{e|f}";
  EXPECT_EQ(message_for("fp61"), "unknown format 'fp61'; did you mean 'fp64'?" + known);
  EXPECT_EQ(message_for("pf16"), "unknown format 'pf16'; did you mean 'fp16'?" + known);
  EXPECT_EQ(message_for("E4M3F"),
            "unknown format 'E4M3F'; did you mean 'e4m3fn'?" + known);
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
