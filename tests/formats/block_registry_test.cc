#include "halfulp/formats/block_registry.h"

#include <gtest/gtest.h>

#include <set>
#include <stdexcept>
#include <string>

#include "halfulp/formats/named_block_formats.h"
#include "halfulp/formats/registry.h"

namespace halfulp {
namespace {

TEST(BlockRegistry, NamesAndAliasesParseAndAreDifferent) {
  std::set<std::string> seen;
  const auto add = [&](std::string_view name) {
    std::string lower(name);
    for (char& c : lower) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
    EXPECT_TRUE(seen.insert(lower).second) << name;
    return lower;
  };
  for (const BlockFormat& format : named_block_formats()) {
    EXPECT_EQ(block_format_named(add(format.name.view())), format);
    EXPECT_FALSE(source_of(format).empty());
    for (std::string_view alias : aliases_of(format))
      EXPECT_EQ(block_format_named(add(alias)), format) << alias;
  }
  EXPECT_EQ(named_block_formats().size(), 10);
}

TEST(BlockRegistry, UnknownNamesAreRefusedWithASuggestion) {
  try {
    block_format_named("mxfp5");
    FAIL();
  } catch (const std::invalid_argument& error) {
    const std::string what = error.what();
    EXPECT_NE(what.find("unknown block format 'mxfp5'; did you mean 'mxfp4'"),
              std::string::npos)
        << what;
  }
  EXPECT_TRUE(source_of(BlockFormat{"own", e2m1fn, 8, e8m0fnu}).empty());
  EXPECT_TRUE(aliases_of(BlockFormat{"own", e2m1fn, 8, e8m0fnu}).empty());
}

// OCP MX 1.0, table 1; HiFloat4's 4.5 bits with 32 for the scales of a block.
TEST(BlockRegistry, BitsPerNumber) {
  EXPECT_EQ(mxfp8_e4m3.bits_per_number(), 8.25);
  EXPECT_EQ(mxfp6_e2m3.bits_per_number(), 6.25);
  EXPECT_EQ(mxfp4.bits_per_number(), 4.25);
  EXPECT_EQ(bfp8_b.bits_per_number(), 8.5);
  EXPECT_EQ(hif4.bits_per_number(), 4.5);
  EXPECT_EQ(hif4.scale_word_width(), 32);
  EXPECT_EQ(hif4.smallest_group(), 4);
  EXPECT_EQ(hif4.max(), 7.0);
  EXPECT_EQ(mxfp4.scale_word_width(), 8);
  EXPECT_EQ(mxfp4.smallest_group(), 32);
  EXPECT_EQ(mxfp4.block_size, 32);
  EXPECT_EQ(nvfp4.block_size, 16);
}

std::string broken(BlockFormat format) { return std::string(format.check()); }

TEST(BlockFormat, CheckNamesTheFirstBrokenRule) {
  EXPECT_EQ(broken({"good", e2m1fn, 1, fp32}), "");
  EXPECT_NE(broken({"", e2m1fn, 1, fp32}), "");
  EXPECT_NE(broken({"b", e2m1fn, 0, fp32}).find("block_size"), std::string::npos);
  EXPECT_NE(broken({"b", e2m1fn, 65537, fp32}).find("block_size"), std::string::npos);
  EXPECT_NE(broken({"b", e8m0fnu, 2, fp32}).find("zero"), std::string::npos);
  EXPECT_NE(broken({"b", fp64, 2, fp32}).find("24 bits"), std::string::npos);
  EXPECT_NE(broken({"b", e2m1fn, 2, fp64}).find("24 bits"), std::string::npos);
  Format invalid = e2m1fn;
  invalid.emax = 9;
  EXPECT_EQ(broken({"b", invalid, 2, fp32}), invalid.check());
  EXPECT_EQ(broken({"b", e2m1fn, 2, invalid}), invalid.check());
  // 24 + 24 bits fit binary64, with 24 more they do not; nor does a range beyond its own.
  EXPECT_EQ(broken({"b", fp32, 2, fp32}), "");
  EXPECT_NE(broken({"b", fp32, 2, fp32, ScaleRule::floor, 1.0}).find("binary64"),
            std::string::npos);
  const Format high{"high", 13, 3, 1000, 0, Specials::nan_all_ones};
  EXPECT_NE(broken({"b", high, 2, e8m0fnu}), "");
}

TEST(BlockFormat, CheckOfMicroExponents) {
  const auto with = [](MicroExponents first, MicroExponents second) {
    return broken({"b", e1m2fn, 64, e6m2u, ScaleRule::floor, 0, {first, second}});
  };
  EXPECT_EQ(with({8, 1}, {4, 1}), "");
  EXPECT_EQ(with({32, 4}, {}), "");
  EXPECT_NE(with({}, {4, 1}).find("larger groups first"), std::string::npos);
  EXPECT_NE(with({8, 0}, {}).find("1 to 4 bits"), std::string::npos);
  EXPECT_NE(with({8, 5}, {}).find("1 to 4 bits"), std::string::npos);
  EXPECT_NE(with({0, 1}, {}).find("1 or more numbers"), std::string::npos);
  EXPECT_NE(with({7, 1}, {}).find("divide"), std::string::npos);
  EXPECT_NE(with({64, 1}, {}).find("divide"), std::string::npos);
  EXPECT_NE(with({8, 1}, {3, 1}).find("divide"), std::string::npos);
  EXPECT_NE(with({8, 1}, {8, 1}).find("divide"), std::string::npos);
  EXPECT_NE(with({8, 1}, {2, 1}).find("32 bits"), std::string::npos);
}

}  // namespace
}  // namespace halfulp
