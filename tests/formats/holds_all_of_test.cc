// holds_all_of for every pair of formats, against the sets themselves.

#include <gtest/gtest.h>

#include <cmath>
#include <unordered_set>
#include <vector>

#include "halfulp/formats/codec.h"
#include "halfulp/formats/named_formats.h"
#include "support/bits.h"
#include "support/code_table.h"
#include "support/format_facts.h"

namespace halfulp::testing {
namespace {

struct Members {
  Format format;
  std::vector<double> list;
  std::unordered_set<std::uint64_t> set;  // bit patterns, NaN once
};

std::uint64_t key(double x) { return std::isnan(x) ? ~std::uint64_t{0} : bits(x); }

Members members_of(const Format& f) {
  Members members{f, {}, {}};
  for (std::uint64_t code = 0; code < std::uint64_t{1} << f.width; ++code) {
    const double x = documented_value(code, f);
    if (members.set.insert(key(x)).second) members.list.push_back(x);
  }
  return members;
}

std::vector<Members> listable_formats() {
  std::vector<Members> all;
  for (const FormatFacts& facts : format_facts()) {
    if (facts.format.width <= 16) all.push_back(members_of(facts.format));
  }
  // Where a format has one power of two as its largest number, its last gap is no gap.
  all.push_back(members_of({"halves", 3, 2, 0, 0, Specials::nan_all_ones}));
  all.push_back(members_of({"powers", 3, 1, 0, -1, Specials::nan_all_ones}));
  return all;
}

TEST(HoldsAllOf, EveryPair) {
  const std::vector<Members> all = listable_formats();
  int held = 0;
  for (const Members& outer : all) {
    for (const Members& inner : all) {
      const bool expected =
          std::all_of(inner.list.begin(), inner.list.end(),
                      [&](double x) { return outer.set.count(key(x)) != 0; });
      held += expected;
      EXPECT_EQ(holds_all_of(outer.format, inner.format), expected)
          << outer.format.name.view() << " of " << inner.format.name.view();
    }
  }
  // Each holds itself; more than that, and not everything.
  EXPECT_GT(held, static_cast<int>(all.size()) + 20);
  EXPECT_LT(held, static_cast<int>(all.size() * all.size()) / 2);
}

TEST(HoldsAllOf, Binary32AndBinary64) {
  for (const Members& inner : listable_formats()) {
    bool in_binary32 = inner.format.has_zero || !inner.format.has_sign;
    for (double x : inner.list) {
      if (std::isnan(x)) continue;
      in_binary32 = in_binary32 && static_cast<double>(static_cast<float>(x)) == x;
    }
    EXPECT_EQ(holds_all_of(fp32, inner.format), in_binary32)
        << inner.format.name.view();
    EXPECT_TRUE(holds_all_of(fp64, inner.format));
    EXPECT_FALSE(holds_all_of(inner.format, fp32));
  }
  EXPECT_TRUE(holds_all_of(fp64, fp64));
  EXPECT_TRUE(holds_all_of(fp64, fp32));
  EXPECT_FALSE(holds_all_of(fp32, fp64));
  EXPECT_TRUE(holds_all_of(fp32, tf32));
}

}  // namespace
}  // namespace halfulp::testing
