#include <gtest/gtest.h>
#include <immintrin.h>

#include <algorithm>
#include <cstring>
#include <functional>

#include "halfulp/arithmetic/dot.h"
#include "halfulp/kernels/matmul.h"
#include "halfulp/kernels/round.h"
#include "halfulp/rounding/round.h"
#include "kernels/matmul_cases.h"
#include "kernels/rounding_cases.h"
#include "kernels/sample_formats.h"
#include "support/every_target.h"
#include "support/expect_same.h"

// Another library may have switched FTZ and DAZ on. What a caller's environment is must
// neither show in the results nor change.

namespace halfulp {
namespace {

using namespace ::halfulp::testing;  // NOLINT(google-build-using-namespace)

constexpr unsigned kFlushes = 0x9FC0;         // the default, FTZ and DAZ
constexpr unsigned kFlushesUpwards = 0xDFC0;  // and rounding up

class FpEnvironmentTest : public EveryTarget {
 protected:
  // Calls body() on every target with MXCSR set to `mxcsr`, and expects it unchanged.
  void with_mxcsr(unsigned mxcsr, const std::function<void()>& body) {
    const unsigned callers = _mm_getcsr();
    on_every_target([&] {
      _mm_setcsr(mxcsr);
      body();
      const unsigned after = _mm_getcsr();
      _mm_setcsr(callers);
      EXPECT_EQ(after, mxcsr);
    });
    _mm_setcsr(callers);
  }

  template <class T>
  void expect_round(const Format& format) {
    const std::vector<T> in = RoundingCases<T>(format).inputs(true, true);
    std::vector<T> expected(in.size());
    std::transform(in.begin(), in.end(), expected.begin(),
                   [&](T x) { return halfulp::round(x, format); });
    for (const unsigned mxcsr : {kFlushes, kFlushesUpwards}) {
      for (const int threads : {1, 2}) {
        std::vector<T> out(in.size());
        with_mxcsr(mxcsr, [&] { kernels::round(in, out, format, {}, threads); });
        EXPECT_EQ(std::memcmp(out.data(), expected.data(), in.size() * sizeof(T)), 0)
            << describe(format);
      }
    }
  }
};

TEST_F(FpEnvironmentTest, DoesNotShowInRoundedArrays) {
  for (const Format& format : {bf16, fp16, fp32, e8m0fnu, hif8}) {
    expect_round<float>(format);
    expect_round<double>(format);
  }
  expect_round<double>({"e11m2", 14, 3, 1023, -1022});
}

// Sums in binary32 and binary64 lanes, native, fused and rounded, and scalar ones.
TEST_F(FpEnvironmentTest, DoesNotShowInMatmul) {
  Random random(1);
  for (const Format& operands : {fp64, bf16, Binary8p3se}) {
    for (const Format& accumulator : {fp64, fp32, fp16, bf16, hif8}) {
      const AccumulationModel model{.operands = operands, .accumulator = accumulator};
      const Matrix a = random_matrix(random, 5, 9, Data::subnormal, accumulator, 1);
      const Matrix b = random_matrix(random, 9, 35, Data::subnormal, accumulator, 1);
      const Matrix expected = halfulp::matmul(a, b, model);
      for (const int threads : {1, 2}) {
        with_mxcsr(kFlushes, [&] {
          const Matrix actual = kernels::matmul(a, b, model, std::nullopt, threads);
          EXPECT_TRUE(same_bits(actual, expected)) << describe(model);
        });
      }
    }
  }
}

}  // namespace
}  // namespace halfulp
