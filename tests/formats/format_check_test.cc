// Every rule that a valid format keeps, broken one at a time.

#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>

#include "halfulp/formats/codec.h"
#include "halfulp/formats/named_formats.h"
#include "halfulp/formats/registry.h"

namespace halfulp {
namespace {

Format changed(Format f, void (*change)(Format&)) {
  change(f);
  return f;
}

TEST(FormatCheck, Name) {
  const char* message = "a format's name has 1 to 31 characters";
  EXPECT_EQ((Format{"", 16, 11, 15, -14}).check(), message);
  EXPECT_EQ((Format{"a name of thirty-two characters!", 16, 11, 15, -14}).check(),
            message);
  EXPECT_EQ((Format{"a name of thirty-one characters", 16, 11, 15, -14}).check(), "");
}

TEST(FormatCheck, Precision) {
  const char* message = "precision must be between 1 and 53";
  EXPECT_EQ((Format{"f", 16, 0, 15, -14}).check(), message);
  EXPECT_EQ((Format{"f", 64, 54, 15, -14}).check(), message);
}

TEST(FormatCheck, Width) {
  const char* message = "width must be between 1 and 64 bits";
  EXPECT_EQ((Format{"f", 0, 11, 15, -14}).check(), message);
  EXPECT_EQ((Format{"f", 65, 11, 15, -14}).check(), message);
}

TEST(FormatCheck, Exponents) {
  EXPECT_EQ((Format{"f", 64, 53, 1024, -1022}).check(),
            "emax must be at most 1023, that of binary64");
  const char* too_low =
      "emin - precision + 1 must be at least -1074: numbers below 2^-1074 are not "
      "binary64's";
  EXPECT_EQ((Format{"f", 64, 53, 1023, -1023}).check(), too_low);
  EXPECT_EQ((Format{"f", 12, 3, -1060, -1073}).check(), too_low);
  EXPECT_EQ((Format{"f", 12, 3, -1060, -1072}).check(), "");
  EXPECT_EQ((Format{"f", 12, 3, -1060, std::numeric_limits<int>::min()}).check(),
            too_low);
  EXPECT_EQ((Format{"f", 16, 11, -15, -14}).check(), "emin must not exceed emax");
}

TEST(FormatCheck, Zero) {
  EXPECT_EQ(changed(e4m3fn, [](Format& f) { f.has_zero = false; }).check(),
            "without a zero there are no subnormals: set has_subnormals to false");
  EXPECT_EQ(
      changed(e4m3fn, [](Format& f) { f.has_zero = f.has_subnormals = false; }).check(),
      "a format with a sign has a zero, which lies between its numbers");
}

TEST(FormatCheck, NanAtMinusZeroNeedsASign) {
  const char* message = "an unsigned format has no code of -0 that could be NaN";
  for (Specials specials : {Specials::nan_minus_zero, Specials::inf_nan_minus_zero}) {
    EXPECT_EQ((Format{"f", 8, 4, 7, -7, specials, false}).check(), message);
  }
}

TEST(FormatCheck, ExponentBits) {
  const char* message =
      "width must leave 1 to 11 exponent bits beside the sign and the precision-1 "
      "fraction bits";
  EXPECT_EQ((Format{"f", 11, 11, 15, -14}).check(), message);
  EXPECT_EQ((Format{"f", 1, 1, 0, 0}).check(), message);
  EXPECT_EQ((Format{"f", 23, 11, 15, -14}).check(), message);
}

TEST(FormatCheck, IeeeSpecials) {
  EXPECT_EQ(changed(fp16, [](Format& f) { f.has_subnormals = false; }).check(),
            "a format with IEEE specials has subnormals: flushing them is a matter of "
            "rounding");
  EXPECT_EQ((Format{"f", 8, 1, 62, -62}).check(),
            "IEEE specials need precision 2 or more to tell NaN from infinity");
  EXPECT_EQ(
      (Format{"f", 16, 11, 16, -14}).check(),
      "emax - emin is too wide for the exponent field that width and precision leave");
  // Narrower than the field is allowed: some codes are unused.
  EXPECT_EQ((Format{"f", 16, 11, 14, -14}).check(), "");
}

TEST(FormatCheck, Precision1WithZero) {
  EXPECT_EQ(
      (Format{"f", 8, 1, 62, -64, Specials::nan_minus_zero, true, true, false}).check(),
      "with precision 1 zero takes all of the exponent field 0: set has_subnormals to "
      "true, and emin to the exponent of code 1");
}

TEST(FormatCheck, CodesForNumbers) {
  const char* message = "width leaves no code for a positive number";
  EXPECT_EQ((Format{"f", 2, 1, 0, 0, Specials::nan_all_ones}).check(), message);
  EXPECT_EQ((Format{"f", 2, 1, 0, 0, Specials::inf_nan_minus_zero}).check(), message);
  EXPECT_EQ((Format{"f", 1, 1, 0, 0, Specials::inf_nan_all_ones, false}).check(),
            message);
  EXPECT_EQ((Format{"f", 2, 1, 0, 0, Specials::none}).check(), "");
  EXPECT_EQ((Format{"f", 2, 1, 0, 0, Specials::nan_minus_zero}).check(), "");
  EXPECT_EQ((Format{"f", 2, 1, 0, 0, Specials::inf_nan_all_ones, false}).check(), "");
}

TEST(FormatCheck, LargestNumber) {
  EXPECT_EQ((Format{"f", 16, 5, 1023, -1000, Specials::none}).check(),
            "width, precision and emin make numbers beyond binary64");
  const char* message =
      "emax is not the exponent of the largest number that width, precision, emin and "
      "specials give";
  EXPECT_EQ((Format{"f", 8, 4, 7, -6, Specials::nan_all_ones}).check(), message);
  EXPECT_EQ((Format{"f", 8, 4, 9, -6, Specials::nan_all_ones}).check(), message);
}

TEST(FormatCheck, OtherEncodings) {
  Format fixed{"f", 8, 7, 0, 0, Specials::none};
  fixed.encoding = Encoding::twos_complement;
  EXPECT_EQ(fixed.check(), "");
  const char* message =
      "a two's complement format has emin = emax < 1023, width = precision + 1, a "
      "sign, a "
      "zero, subnormals and no special codes";
  EXPECT_EQ(changed(fixed, [](Format& f) { f.width = 9; }).check(), message);
  EXPECT_EQ(changed(fixed, [](Format& f) { f.emin = -1; }).check(), message);
  EXPECT_EQ(changed(fixed, [](Format& f) { f.emin = f.emax = 1023; }).check(), message);
  EXPECT_EQ(changed(fixed, [](Format& f) { f.has_sign = false; }).check(), message);

  Format tapered{"f", 8, 4, 15, -15, Specials::inf_nan_minus_zero};
  tapered.encoding = Encoding::tapered;
  EXPECT_EQ(tapered.check(), "");
  EXPECT_EQ(
      changed(tapered, [](Format& f) { f.emax = 14; }).check(),
      "the only tapered encoding is HiFloat8's: width 8, precision 4, emax 15, emin "
      "-15, specials inf_nan_minus_zero");
}

TEST(FormatCheck, RequireValidNamesFormatAndParameters) {
  EXPECT_EQ(&require_valid(fp16), &fp16);
  try {
    require_valid(Format{"mine", 16, 0, 15, -14});
    FAIL() << "did not throw";
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(
        error.what(),
        "format 'mine' (width 16, precision 0, emax 15, emin -14) is not valid: "
        "precision must be between 1 and 53");
  }
}

TEST(FormatCheck, CodecRefusesInvalidFormats) {
  const Format broken{"broken", 16, 0, 15, -14};
  EXPECT_THROW(decode(0, broken), std::invalid_argument);
  EXPECT_THROW(encode(0, broken), std::invalid_argument);
  EXPECT_THROW(holds(broken, 0), std::invalid_argument);
  EXPECT_THROW(holds_all_of(broken, fp16), std::invalid_argument);
  EXPECT_THROW(holds_all_of(fp16, broken), std::invalid_argument);
}

}  // namespace
}  // namespace halfulp
