#include "support/format_facts.h"

#include <ostream>
#include <stdexcept>
#include <string>

#include "halfulp/formats/named_formats.h"

namespace halfulp::testing {
namespace {

using Codes = std::vector<std::uint64_t>;

constexpr auto kFn = Specials::nan_all_ones;
constexpr auto kFnuz = Specials::nan_minus_zero;
constexpr auto kUnsignedExtended = Specials::inf_nan_all_ones;
constexpr auto kNoSpecials = Specials::none;

// IEEE 754-2019 and formats laid out like it: the codes of the top exponent field, infinity
// first, are not finite.
FormatFacts ieee_like(const Format& f, double max, double normal, double subnormal,
                      std::uint64_t infinity) {
  const std::uint64_t sign = std::uint64_t{1} << (f.width - 1);
  const std::uint64_t nans = sign - infinity - 1;  // of one sign
  Codes first;
  for (std::uint64_t i = 1; i <= 4 && i <= nans; ++i) first.push_back(infinity + i);
  return {f,     max,      normal, subnormal, 2 * infinity, {infinity, sign | infinity},
          first, 2 * nans, true};
}

// P3109, 8 bits, signed: Binary8p{P}se and Binary8p{P}sf (Interim report v4.0, 2026).
FormatFacts signed_extended(const Format& f, double max, double normal,
                            double subnormal) {
  return {f, max, normal, subnormal, 253, {0x7F, 0xFF}, {0x80}, 1, false};
}

FormatFacts signed_finite(const char* name, int p, int emax, int emin, double max,
                          double normal, double subnormal) {
  return {{name, 8, p, emax, emin, kFnuz},
          max,
          normal,
          subnormal,
          255,
          {},
          {0x80},
          1,
          false};
}

void add_ieee_like(std::vector<FormatFacts>& all) {
  // IEEE 754-2019, table 3.5.
  all.push_back(ieee_like(fp64, 0x1.fffffffffffffp+1023, 0x1p-1022, 0x1p-1074,
                          0x7FF0000000000000));
  all.push_back(ieee_like(fp32, 0x1.fffffep+127, 0x1p-126, 0x1p-149, 0x7F800000));
  all.push_back(ieee_like(fp16, 65504, 0x1p-14, 0x1p-24, 0x7C00));
  // LLVM APFloat: semFloatTF32 {127, -126, 11, 19}, semBFloat {127, -126, 8, 16}.
  all.push_back(ieee_like(tf32, 2047 * 0x1p117, 0x1p-126, 0x1p-136, 0x3FC00));
  all.push_back(ieee_like(bf16, 255 * 0x1p120, 0x1p-126, 0x1p-133, 0x7F80));
  // OCP OFP8 1.0.
  all.push_back(ieee_like(e5m2, 57344, 0x1p-14, 0x1p-16, 0x7C));
  // LLVM Float8E4M3 and Float8E3M4; ml_dtypes.
  all.push_back(ieee_like(e4m3, 240, 0x1p-6, 0x1p-9, 0x78));
  all.push_back(ieee_like(e3m4, 15.5, 0x1p-2, 0x1p-6, 0x70));
  // AMD 1-7-16; Pixar PXR24; the accumulator of NVIDIA's FP8 tensor cores, 1-8-13.
  all.push_back(ieee_like(fp24_e7m16, 131071 * 0x1p47, 0x1p-62, 0x1p-78, 0x7F0000));
  all.push_back(ieee_like(fp24_e8m15, 65535 * 0x1p112, 0x1p-126, 0x1p-141, 0x7F8000));
  all.push_back(ieee_like(fp22_e8m13, 16383 * 0x1p114, 0x1p-126, 0x1p-139, 0x1FE000));
}

void add_without_infinity(std::vector<FormatFacts>& all) {
  // OCP OFP8 1.0; LLVM Float8E4M3FN.
  all.push_back({e4m3fn, 448, 0x1p-6, 0x1p-9, 254, {}, {0x7F, 0xFF}, 2, true});
  // E3M4 of the FP8 Emulation Toolkit.
  all.push_back({e3m4fn, 30, 0x1p-2, 0x1p-6, 254, {}, {0x7F, 0xFF}, 2, true});
  // LLVM Float8E4M3FNUZ, Float8E5M2FNUZ (arXiv 2206.02915), Float8E4M3B11FNUZ.
  all.push_back({e4m3fnuz, 240, 0x1p-7, 0x1p-10, 255, {}, {0x80}, 1, false});
  all.push_back({e5m2fnuz, 57344, 0x1p-15, 0x1p-17, 255, {}, {0x80}, 1, false});
  all.push_back({e4m3b11fnuz, 30, 0x1p-10, 0x1p-13, 255, {}, {0x80}, 1, false});
  // OCP MX 1.0: FP6 and FP4.
  all.push_back({e3m2fn, 28, 0x1p-2, 0x1p-4, 64, {}, {}, 0, true});
  all.push_back({e2m3fn, 7.5, 1, 0x1p-3, 64, {}, {}, 0, true});
  all.push_back({e2m1fn, 6, 1, 0.5, 16, {}, {}, 0, true});
  // HiFloat4's element S1P2.
  all.push_back(
      {{"e1m2fn", 4, 3, 0, 0, kNoSpecials}, 1.75, 1, 0.25, 16, {}, {}, 0, true});
  // Agrawal et al., ARITH 2019: no subnormals; infinity and NaN share all ones.
  all.push_back({.format = dlfloat16,
                 .max = 511 * 0x1p24,
                 .smallest_normal = 513 * 0x1p-40,
                 .smallest_subnormal = 0,
                 .finite_codes = 65534,
                 .infinities = {},
                 .nans = {0x7FFF, 0xFFFF},
                 .nan_codes = 2,
                 .minus_zero = true});
}

void add_unsigned(std::vector<FormatFacts>& all) {
  // OCP MX 1.0: the scale. HiFloat4: the scale.
  all.push_back({e8m0fnu, 0x1p127, 0x1p-127, 0, 255, {}, {0xFF}, 1, false});
  all.push_back({e6m2u, 49152, 0x1p-48, 0, 255, {}, {0xFF}, 1, false});
  // NVFP4's scale (CUTLASS float8.h), and an unsigned E5M3 of the same build.
  all.push_back({ue4m3, 448, 0x1p-6, 0x1p-9, 127, {}, {0x7F}, 1, false});
  all.push_back({{"ue5m3", 8, 4, 16, -14, kFn, false},
                 114688,
                 0x1p-14,
                 0x1p-17,
                 255,
                 {},
                 {0xFF},
                 1,
                 false});
  // P3109 v4.0: block scale; and the generic rule for Binary8p3ue, bias 2^(K-P) = 32.
  all.push_back({Binary8p1uf, 0x1p126, 0x1p-127, 0, 255, {}, {0xFF}, 1, false});
  all.push_back({{"Binary8p3ue", 8, 3, 31, -31, kUnsignedExtended, false},
                 1.25 * 0x1p31,
                 0x1p-31,
                 0x1p-33,
                 254,
                 {0xFE},
                 {0xFF},
                 1,
                 false});
}

void add_p3109_signed(std::vector<FormatFacts>& all) {
  all.push_back(signed_extended(Binary8p1se, 0x1p62, 0x1p-63, 0));
  all.push_back(signed_extended(Binary8p2se, 0x1p31, 0x1p-31, 0x1p-32));
  all.push_back(signed_extended(Binary8p3se, 49152, 0x1p-15, 0x1p-17));
  all.push_back(signed_extended(Binary8p4se, 224, 0x1p-7, 0x1p-10));
  all.push_back(signed_extended(Binary8p5se, 15, 0x1p-3, 0x1p-7));
  all.push_back(signed_extended(Binary8p6se, 3.875, 0x1p-1, 0x1p-6));
  all.push_back(signed_extended(Binary8p7se, 1.96875, 1, 0x1p-6));
  all.push_back(signed_finite("Binary8p3sf", 3, 15, -15, 57344, 0x1p-15, 0x1p-17));
  all.push_back(signed_finite("Binary8p4sf", 4, 7, -7, 240, 0x1p-7, 0x1p-10));
  all.push_back(signed_finite("Binary8p5sf", 5, 3, -3, 15.5, 0x1p-3, 0x1p-7));
  all.push_back(signed_finite("Binary8p6sf", 6, 1, -1, 3.9375, 0x1p-1, 0x1p-6));
  all.push_back(signed_finite("Binary8p7sf", 7, 0, 0, 1.984375, 1, 0x1p-6));
}

// P3109 with 11 exponent bits: all of the first binade is subnormal in binary64, and of the
// finite formats the number after the last one would be 2^1024.
void add_p3109_at_the_ends_of_binary64(std::vector<FormatFacts>& all) {
  all.push_back({{"Binary12p1se", 12, 1, 1022, -1023, Specials::inf_nan_minus_zero},
                 0x1p1022,
                 0x1p-1023,
                 0,
                 4093,
                 {0x7FF, 0xFFF},
                 {0x800},
                 1,
                 false});
  all.push_back({{"Binary15p4sf", 15, 4, 1023, -1023, kFnuz},
                 1.875 * 0x1p1023,
                 0x1p-1023,
                 0x1p-1026,
                 32767,
                 {},
                 {0x4000},
                 1,
                 false});
  all.push_back({{"Binary15p5ue", 15, 5, 1023, -1023, kUnsignedExtended, false},
                 1.8125 * 0x1p1023,
                 0x1p-1023,
                 0x1p-1027,
                 32766,
                 {0x7FFE},
                 {0x7FFF},
                 1,
                 false});
}

void add_other_encodings(std::vector<FormatFacts>& all) {
  // OCP MX 1.0: two's complement, steps of 2^-6.
  all.push_back({.format = mxint8,
                 .max = 1.984375,
                 .smallest_normal = 0,
                 .smallest_subnormal = 0,
                 .finite_codes = 256,
                 .infinities = {},
                 .nans = {},
                 .nan_codes = 0,
                 .minus_zero = false});
  // arXiv 2409.16626.
  all.push_back({.format = hif8,
                 .max = 32768,
                 .smallest_normal = 0x1p-15,
                 .smallest_subnormal = 0x1p-22,
                 .finite_codes = 253,
                 .infinities = {0x6F, 0xEF},
                 .nans = {0x80},
                 .nan_codes = 1,
                 .minus_zero = false});
}

}  // namespace

std::span<const FormatFacts> format_facts() {
  static const std::vector<FormatFacts> all = [] {
    std::vector<FormatFacts> facts;
    add_ieee_like(facts);
    add_without_infinity(facts);
    add_unsigned(facts);
    add_p3109_signed(facts);
    add_p3109_at_the_ends_of_binary64(facts);
    add_other_encodings(facts);
    return facts;
  }();
  return all;
}

const FormatFacts& facts_of(std::string_view name) {
  for (const FormatFacts& facts : format_facts()) {
    if (facts.format.name.view() == name) return facts;
  }
  throw std::invalid_argument("no facts of format " + std::string(name));
}

std::string name_of(const ::testing::TestParamInfo<FormatFacts>& test) {
  return std::string(test.param.format.name.view());
}

std::ostream& operator<<(std::ostream& out, const FormatFacts& facts) {
  return out << facts.format.name.view();
}

}  // namespace halfulp::testing
