// The formats of IEEE P3109 against the decoding formula of its report, in exact numbers.

#include "halfulp/formats/p3109.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "halfulp/formats/codec.h"
#include "halfulp/formats/named_formats.h"
#include "halfulp/formats/registry.h"
#include "support/p3109_members.h"

namespace halfulp::testing {
namespace {

// integer * 2^exponent, exactly; odd integers or zero, so that equal means equal members.
struct Dyadic {
  std::int64_t integer;
  int exponent;

  Dyadic(std::int64_t i, int e) : integer(i), exponent(i == 0 ? 0 : e) {
    for (; integer != 0 && integer % 2 == 0; integer /= 2) ++exponent;
  }
  bool operator==(const Dyadic&) const = default;
};

Dyadic exactly(double x) {
  int exponent = 0;
  const double fraction = std::frexp(x, &exponent);  // exact, and so is the integer
  return {static_cast<std::int64_t>(std::ldexp(fraction, 53)), exponent - 53};
}

// What the report says a code stands for: (0 or 1 + T 2^(1-P)) 2^(max(E, 1) - bias).
struct Meaning {
  enum Kind { number, infinity, nan } kind;
  bool negative = false;
  Dyadic magnitude = {0, 0};
};

Meaning meaning_of(std::int64_t code, const P3109Member& member) {
  const std::int64_t codes = std::int64_t{1} << member.width;
  const bool negative = member.has_sign && code >= codes / 2;
  if (code == (member.has_sign ? codes / 2 : codes - 1)) return {Meaning::nan};
  const std::int64_t low = negative ? code - codes / 2 : code;
  const std::int64_t last = member.has_sign ? codes / 2 - 1 : codes - 2;
  if (member.has_infinity && low == last) return {Meaning::infinity, negative};

  const int p = member.precision;
  const int bias = 1 << (member.has_sign ? member.width - p - 1 : member.width - p);
  const std::int64_t unit = std::int64_t{1} << (p - 1);
  const std::int64_t trailing = low % unit;
  const int exponent = static_cast<int>(low / unit);
  return {Meaning::number, negative,
          exponent == 0 ? Dyadic(trailing, 1 - bias - (p - 1))
                        : Dyadic(unit + trailing, exponent - bias - (p - 1))};
}

bool means(double x, const Meaning& meaning) {
  if (meaning.kind == Meaning::nan) return std::isnan(x) && !std::signbit(x);
  if (std::signbit(x) != meaning.negative) return false;
  if (meaning.kind == Meaning::infinity) return std::isinf(x);
  return std::isfinite(x) && exactly(std::fabs(x)) == meaning.magnitude;
}

TEST(P3109, EveryCodeOfEveryFormatIsTheNumberOfTheReportAndEncodesBack) {
  std::int64_t codes = 0;
  for (const P3109Member& member : p3109_members()) {
    SCOPED_TRACE(member.name());
    const Format f = format_named(member.name());
    ASSERT_EQ(f.check(), "");
    ASSERT_EQ(f.width, member.width);
    for (std::int64_t code = 0; code < std::int64_t{1} << member.width; ++code) {
      const double x = decode(static_cast<std::uint64_t>(code), f);
      ASSERT_TRUE(means(x, meaning_of(code, member))) << code << " is " << x;
      ASSERT_EQ(encode(x, f), code);
      ++codes;
    }
  }
  EXPECT_EQ(codes, 2858992);
}

// The codes of non-negative numbers are in increasing order: the last that is no infinity or
// NaN is the largest, 2^(P-1) the smallest normal number, 1 the smallest.
TEST(P3109, Parameters) {
  for (const P3109Member& member : p3109_members()) {
    SCOPED_TRACE(member.name());
    const Format f = format_named(member.name());
    const std::int64_t codes = std::int64_t{1} << member.width;
    const std::int64_t last =
        (member.has_sign ? codes / 2 - 1 : codes - 2) - (member.has_infinity ? 1 : 0);
    EXPECT_TRUE(means(f.max(), meaning_of(last, member)));
    EXPECT_EQ(std::ilogb(f.max()), f.emax);
    const std::int64_t first_normal = std::int64_t{1} << (member.precision - 1);
    EXPECT_TRUE(means(f.smallest_normal(), meaning_of(first_normal, member)));
    EXPECT_EQ(std::ilogb(f.smallest_normal()), f.emin);
    EXPECT_TRUE(means(f.smallest(), meaning_of(1, member)));
    EXPECT_EQ(f.precision, member.precision);
    EXPECT_EQ(f.has_sign, member.has_sign);
    EXPECT_EQ(f.has_infinity(), member.has_infinity);
    EXPECT_TRUE(f.has_nan());
    EXPECT_FALSE(f.has_minus_zero());
  }
}

TEST(P3109, NamesInAnyLetterCase) {
  for (const P3109Member& member : p3109_members()) {
    const Format f = p3109_format(member.width, member.precision, member.has_sign,
                                  member.has_infinity);
    EXPECT_EQ(f.name.view(), member.name());
    EXPECT_EQ(parse_p3109(member.name()), f);
    EXPECT_EQ(source_of(f), kP3109Source);
  }
  EXPECT_EQ(p3109_members().size(), 410u);
  EXPECT_EQ(format_named("BINARY8P3SE"), Binary8p3se);
  EXPECT_EQ(format_named("binary8p1uf"), Binary8p1uf);
}

TEST(P3109, OtherNamesAreLeftToOthers) {
  for (const char* name : {"", "binary", "binary16", "binary8", "binaryp3se", "bf16",
                           "binary8p", "binary08p3se", "binary8p03se", "binary-8p3se",
                           "binary8 p3se", "binary8q3se", "xbinary8p3se"}) {
    EXPECT_EQ(parse_p3109(name), std::nullopt) << name;
  }
  EXPECT_EQ(format_named("binary16"), fp16);
}

std::string message_for(std::string_view name) {
  try {
    format_named(name);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "did not throw";
}

// Of the 442 that the report defines with up to 15 bits.
TEST(P3109, OnlyThoseThatNoCarrierHoldsAreRefused) {
  int refused = 0;
  int taken = 0;
  for (int width = 3; width <= 15; ++width) {
    for (int precision = 1; precision <= width; ++precision) {
      for (const char* end : {"se", "sf", "ue", "uf"}) {
        if (end[0] == 's' && precision == width) continue;
        const std::string name =
            "Binary" + std::to_string(width) + "p" + std::to_string(precision) + end;
        const std::string message = message_for(name);
        const bool is_refused = message != "did not throw";
        ++(is_refused ? refused : taken);
        EXPECT_EQ(message.find("no carrier here") != std::string::npos, is_refused);
        // 12 exponent bits have the bias 2048: normal numbers from 2^-2047 on.
        const int exponent_bits = (end[0] == 's' ? width : width + 1) - precision;
        EXPECT_EQ(is_refused, exponent_bits >= 12) << name;
      }
    }
  }
  EXPECT_EQ(refused, 32);
  EXPECT_EQ(taken, 410);
}

TEST(P3109, ImpossibleOnesAreRefusedWithTheRemedy) {
  EXPECT_EQ(message_for("Binary16p3se"),
            "there is no format Binary16p3se: the formats of P3109 have 3 to 15 bits "
            "here; Format makes others");
  EXPECT_EQ(message_for("binary2p1se"),
            "there is no format Binary2p1se: the formats of P3109 have 3 to 15 bits "
            "here; Format makes others");
  EXPECT_EQ(message_for("Binary8p8se"),
            "there is no format Binary8p8se: a signed one of 8 bits has precision 1 to "
            "7");
  EXPECT_EQ(message_for("Binary8p9uf"),
            "there is no format Binary8p9uf: an unsigned one of 8 bits has precision 1 "
            "to 8");
  EXPECT_EQ(message_for("Binary8p0se").substr(0, 31),
            "unknown format 'Binary8p0se'; d");
  // By the report: codes 1 and 2^12 - 2, the last one before infinity, with bias 2^11.
  EXPECT_EQ(message_for("Binary13p1se"),
            "there is no format Binary13p1se: no carrier here (binary32, binary64) "
            "holds its numbers, from 2^-2047 to 2^2046 and more; with 13 bits the "
            "precision must be at least 2");
  // Codes 1 and 2^15 - 2, with bias 2^11.
  EXPECT_EQ(message_for("Binary15p4uf"),
            "there is no format Binary15p4uf: no carrier here (binary32, binary64) "
            "holds its numbers, from 2^-2050 to 2^2047 and more; with 15 bits the "
            "precision must be at least 5");
  for (const char* name : {"Binary8p3", "Binary8p3s", "binary8p3ef", "Binary8p3sex"}) {
    EXPECT_EQ(message_for(name), "'" + std::string(name) +
                                     "' must end in se, sf, ue or uf: signed or "
                                     "unsigned, extended by infinity or finite");
  }
  EXPECT_EQ(message_for("Binary99999999999p3se").substr(0, 23),
            "unknown format 'Binary9");
  EXPECT_THROW(p3109_format(8, 0, true, true), std::invalid_argument);
  EXPECT_THROW(p3109_format(-8, -9, true, true), std::invalid_argument);
}

}  // namespace
}  // namespace halfulp::testing
