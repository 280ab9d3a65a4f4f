// In a process where another library has switched FTZ and DAZ on, all results of the scalar
// definitions are the same, and the caller's setting is left alone.

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cfenv>
#include <cmath>

#include "halfulp/arithmetic/dot.h"
#include "halfulp/base/fp_environment.h"
#include "halfulp/base/text.h"
#include "halfulp/formats/codec.h"
#include "halfulp/formats/named_formats.h"
#include "halfulp/rounding/neighbours.h"
#include "halfulp/rounding/round.h"
#include "support/bits.h"
#include "support/rounding_points.h"

#if defined(__x86_64__)
#include <xmmintrin.h>

namespace halfulp::testing {
namespace {

// Bits of many results, most of them subnormal in binary64, binary32 or the format.
std::vector<std::uint64_t> results() {
  std::vector<std::uint64_t> all;
  Random random(0x5EED000D);
  std::vector<double> row, column;
  for (int i = 0; i < 2000; ++i) {
    // Subnormal doubles, and products of theirs with large ones.
    const double x = from_bits(random.bits() >> 12 | (random.bits() & kSignBit));
    const double y = from_bits(random.bits() >> 12 | 0x7F00000000000000);
    row.push_back(x);
    column.push_back(y);
    for (Rounding mode : kModes) {
      for (const Format& f : {fp64, fp32, bf16, fp16, e4m3fn}) {
        all.push_back(bits_of(round(x, f, {.mode = mode})));
        all.push_back(bits_of(multiply_add(x, y, x, f, {.mode = mode})));
        all.push_back(bits_of(multiply(x, 0.5, f, {.mode = mode})));
      }
    }
    all.push_back(bits_of(next_up(x, fp64)));
    all.push_back(bits_of(ulp(x, fp64)));
    const auto code = static_cast<std::uint32_t>(random.bits() & 0x807FFFFF);
    all.push_back(bits_of(decode(code, fp32)));
    all.push_back(encode(decode(code, fp32), fp32));
    const float narrow = std::bit_cast<float>(code);
    all.push_back(bits(round(narrow, tf32)));
  }
  AccumulationModel model;
  model.operands = fp64;
  all.push_back(bits_of(dot(row, column, model)));
  all.push_back(bits_of(dot(row, row, model, 0x1p-1074)));
  return all;
}

TEST(ForeignFtz, ResultsAreTheSameAndTheCallersSettingStays) {
  const std::vector<std::uint64_t> before = results();
  ASSERT_EQ(_mm_getcsr() & 0x8040u, 0u);

  void* library = dlopen(FTZ_LIBRARY, RTLD_NOW);
  ASSERT_NE(library, nullptr) << dlerror();
  ASSERT_EQ(_mm_getcsr() & 0x8040u, 0x8040u) << "the library did not set FTZ and DAZ";
  const volatile double tiny = 0x1p-1022;
  const volatile double half = tiny * 0.5;
  ASSERT_EQ(bits(half), 0u);

  EXPECT_EQ(results(), before);
  const double guarded = in_default_fp_environment([&] { return tiny * 0.5; });
  EXPECT_EQ(bits(guarded), bits(0x1p-1023));
  EXPECT_EQ(shortest(from_bits(1)), "5e-324");
  EXPECT_EQ(hex_float(from_bits(1)), "0x0.0000000000001p-1022");
  EXPECT_EQ(_mm_getcsr() & 0x8040u, 0x8040u);

  _mm_setcsr(_mm_getcsr() & ~0x8040u);
  dlclose(library);
}

TEST(ForeignRoundingMode, ResultsAreTheSame) {
  const std::vector<std::uint64_t> before = results();
  for (int mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
    std::fesetround(mode);
    const std::vector<std::uint64_t> during = results();
    EXPECT_EQ(std::fegetround(), mode);
    std::fesetround(FE_TONEAREST);
    EXPECT_EQ(during, before);
  }
}

}  // namespace
}  // namespace halfulp::testing

#endif
