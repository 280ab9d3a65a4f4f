// What a Format computes from its parameters against what its document says: the named
// formats, and those of the literature that a Format object can express.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "halfulp/formats/codec.h"
#include "halfulp/formats/named_formats.h"
#include "support/bits.h"
#include "support/format_facts.h"

namespace halfulp::testing {
namespace {

class FormatValuesTest : public ::testing::TestWithParam<FormatFacts> {
 protected:
  const FormatFacts& facts_ = GetParam();
  const Format& f_ = facts_.format;
};

TEST_P(FormatValuesTest, IsValid) { EXPECT_EQ(f_.check(), ""); }

TEST_P(FormatValuesTest, Numbers) {
  EXPECT_SAME_BITS(f_.max(), facts_.max);
  EXPECT_EQ(std::ilogb(f_.max()), f_.emax);
  if (facts_.smallest_normal != 0) {
    EXPECT_SAME_BITS(f_.smallest_normal(), facts_.smallest_normal);
    EXPECT_EQ(std::ilogb(f_.smallest_normal()), f_.emin);
    const bool subnormals = facts_.smallest_subnormal != 0;
    EXPECT_SAME_BITS(f_.smallest(),
                     subnormals ? facts_.smallest_subnormal : facts_.smallest_normal);
    EXPECT_SAME_BITS(f_.smallest_subnormal(), f_.smallest());
  }
  if (f_.has_sign && f_.encoding != Encoding::twos_complement) {
    EXPECT_SAME_BITS(f_.lowest(), -facts_.max);
  }
  EXPECT_SAME_BITS(f_.unit_roundoff(), std::ldexp(1.0, -f_.precision));
  EXPECT_SAME_BITS(f_.epsilon(), std::ldexp(1.0, 1 - f_.precision));
}

TEST_P(FormatValuesTest, Members) {
  EXPECT_EQ(f_.has_infinity(), !facts_.infinities.empty());
  EXPECT_EQ(f_.has_nan(), facts_.nan_codes != 0);
  EXPECT_EQ(f_.has_signed_nan(), facts_.nan_codes > 1);
  EXPECT_EQ(f_.has_minus_zero(), facts_.minus_zero);
}

TEST_P(FormatValuesTest, Codes) {
  EXPECT_SAME_BITS(decode(f_.max_code(), f_), facts_.max);
  if (!facts_.infinities.empty()) {
    EXPECT_EQ(f_.infinity_code(), facts_.infinities[0]);
  }
  double infinity = std::numeric_limits<double>::infinity();
  for (std::uint64_t code : facts_.infinities) {
    EXPECT_SAME_BITS(decode(code, f_), infinity);
    EXPECT_EQ(encode(infinity, f_), code);
    infinity = -infinity;
  }
  for (std::uint64_t code : facts_.nans) EXPECT_TRUE(std::isnan(decode(code, f_)));
  if (f_.has_nan()) {
    EXPECT_TRUE(std::isnan(decode(f_.nan_code(), f_)));
  }
}

TEST_P(FormatValuesTest, HowManyOfEachKind) {
  if (f_.width > 20) return;  // too many to count
  std::uint64_t finite = 0, infinite = 0;
  std::vector<std::uint64_t> nans;
  for (std::uint64_t code = 0; code < std::uint64_t{1} << f_.width; ++code) {
    const double x = decode(code, f_);
    if (std::isnan(x)) {
      nans.push_back(code);
    } else {
      ++(std::isinf(x) ? infinite : finite);
    }
  }
  EXPECT_EQ(finite, facts_.finite_codes);
  EXPECT_EQ(infinite, facts_.infinities.size());
  EXPECT_EQ(nans.size(), facts_.nan_codes);
  nans.resize(facts_.nans.size());
  EXPECT_EQ(nans, facts_.nans);
}

INSTANTIATE_TEST_SUITE_P(Formats, FormatValuesTest,
                         ::testing::ValuesIn(format_facts().begin(),
                                             format_facts().end()),
                         name_of);

TEST(FormatValues, LeastNumbers) {
  EXPECT_SAME_BITS(facts_of("mxint8").format.lowest(), -2.0);
  EXPECT_SAME_BITS(facts_of("mxint8").format.smallest(), 0x1p-6);
  EXPECT_SAME_BITS(facts_of("e8m0fnu").format.lowest(), 0x1p-127);
  EXPECT_SAME_BITS(facts_of("ue4m3").format.lowest(), 0.0);
}

TEST(FormatValues, OfTheProcessorsFormats) {
  using Double = std::numeric_limits<double>;
  using Float = std::numeric_limits<float>;
  EXPECT_SAME_BITS(fp64.max(), Double::max());
  EXPECT_SAME_BITS(fp64.smallest_normal(), Double::min());
  EXPECT_SAME_BITS(fp64.smallest(), Double::denorm_min());
  EXPECT_SAME_BITS(fp64.epsilon(), Double::epsilon());
  EXPECT_SAME_BITS(fp32.max(), static_cast<double>(Float::max()));
  EXPECT_SAME_BITS(fp32.smallest_normal(), static_cast<double>(Float::min()));
  EXPECT_SAME_BITS(fp32.smallest(), static_cast<double>(Float::denorm_min()));
  EXPECT_SAME_BITS(fp32.epsilon(), static_cast<double>(Float::epsilon()));
}

TEST(FormatValues, AreConstantExpressions) {
  static_assert(fp16.max() == 65504.0);
  static_assert(e4m3fn.max_code() == 0x7E && e4m3fn.nan_code() == 0x7F);
  static_assert(fp16.exponent_bits() == 5 && fp16.fraction_bits() == 10);
  static_assert(bf16.quantum_exponent(0) == -7 && bf16.quantum_exponent(-999) == -133);
  static_assert(fp16 != bf16 && fp16 == Format{"fp16", 16, 11, 15, -14});
}

}  // namespace
}  // namespace halfulp::testing
