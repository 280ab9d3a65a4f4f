#include "halfulp/base/fp_environment.h"

#include <gtest/gtest.h>

#include <cfenv>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "halfulp/base/parallel.h"
#include "support/bits.h"

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace halfulp::testing {
namespace {

constexpr double kLeast = std::numeric_limits<double>::denorm_min();

// Reads through volatile, so that the compiler knows neither the operands nor the results.
double product(double a, double b) {
  const volatile double x = a, y = b;
  return x * y;
}
double sum(double a, double b) {
  const volatile double x = a, y = b;
  return x + y;
}

// Sets the caller's rounding mode for the lifetime of the object.
class RoundingMode {
 public:
  explicit RoundingMode(int mode) { std::fesetround(mode); }
  ~RoundingMode() { std::fesetround(FE_TONEAREST); }
};

TEST(FpEnvironment, RoundsToNearestInAnyMode) {
  for (int mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
    const RoundingMode caller(mode);
    const double inside = in_default_fp_environment([] { return sum(1, 0x1p-53); });
    EXPECT_EQ(std::fegetround(), mode);
    EXPECT_SAME_BITS(inside, 1.0);
    const double up = in_default_fp_environment([] { return sum(1, 3 * 0x1p-54); });
    EXPECT_SAME_BITS(up, 1 + 0x1p-52);
  }
}

TEST(FpEnvironment, RestoresTheExceptionFlags) {
  std::feclearexcept(FE_ALL_EXCEPT);
  std::feraiseexcept(FE_OVERFLOW);
  in_default_fp_environment([] {
    EXPECT_EQ(std::fetestexcept(FE_ALL_EXCEPT), 0);
    const volatile double quotient = product(kLeast, 0.25);
    (void)quotient;
    EXPECT_NE(std::fetestexcept(FE_UNDERFLOW), 0);
  });
  EXPECT_EQ(std::fetestexcept(FE_OVERFLOW | FE_UNDERFLOW), FE_OVERFLOW);
  std::feclearexcept(FE_ALL_EXCEPT);
}

TEST(FpEnvironment, RestoresAfterAnException) {
  const RoundingMode caller(FE_UPWARD);
  const auto fail = [] {
    in_default_fp_environment([] { throw std::runtime_error("x"); });
  };
  EXPECT_THROW(fail(), std::runtime_error);
  EXPECT_EQ(std::fegetround(), FE_UPWARD);
}

TEST(FpEnvironment, ReturnsValuesAndPassesReferences) {
  int calls = 0;
  in_default_fp_environment([&] { ++calls; });
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(in_default_fp_environment([] { return std::string("text"); }), "text");
}

#if defined(__x86_64__)

// FTZ, DAZ, all exceptions masked, rounding to nearest: what -ffast-math sets.
class FlushToZero {
 public:
  FlushToZero() : saved_(_mm_getcsr()) { _mm_setcsr(0x9FC0); }
  ~FlushToZero() { _mm_setcsr(saved_); }

 private:
  unsigned saved_;
};

// Both units have masks, flags and a rounding mode; the older one a precision too.
TEST(FpEnvironment, RestoresWhatTheCallerHasSetOnBothUnits) {
  const auto x87_control = [] {
    std::uint16_t control;
    asm volatile("fnstcw %0" : "=m"(control));
    return control;
  };
  std::feclearexcept(FE_ALL_EXCEPT);
  const std::uint16_t caller =
      0x0A72;  // 53 bits, upward, traps of division and invalid
  asm volatile("fldcw %0" : : "m"(caller));
  _mm_setcsr(0xDD12);  // upward, the same traps, FTZ, a flag
  std::uint16_t inside = 0;
  unsigned inside_sse = 0;
  in_default_fp_environment([&] {
    inside = x87_control();
    inside_sse = _mm_getcsr();
    std::feraiseexcept(FE_INEXACT | FE_UNDERFLOW);
  });
  const std::uint16_t after = x87_control();
  const unsigned after_sse = _mm_getcsr();
  std::fesetenv(FE_DFL_ENV);
  EXPECT_EQ(inside, 0x037F);
  EXPECT_EQ(inside_sse, 0x1F80u);
  EXPECT_EQ(after, caller);
  EXPECT_EQ(after_sse, 0xDD12u);
}

TEST(FpEnvironment, KeepsSubnormals) {
  const FlushToZero caller;
  ASSERT_EQ(bits(product(0x1p-1022, 0.5)), 0u) << "the processor does not flush";
  const double inside =
      in_default_fp_environment([] { return product(0x1p-1022, 0.5); });
  EXPECT_EQ(_mm_getcsr() & 0xFFC0u, 0x9FC0u);
  EXPECT_EQ(bits(inside), bits(0x1p-1023));
  EXPECT_EQ(bits(in_default_fp_environment([] { return product(kLeast, 4); })), 4u);
}

// The trap that the out-of-line call avoids: to the compiler the two products are the same,
// and it would use the one that the caller's environment flushed for both.
[[gnu::noinline]] double guarded_product(double a, double b, double* unguarded) {
  *unguarded = a * b;
  return in_default_fp_environment([&] { return a * b; });
}

TEST(FpEnvironment, ArithmeticOutsideIsNotReusedInside) {
  const FlushToZero caller;
  const volatile double a = 0x1p-1022, b = 0.5;  // not to be folded at compile time
  double unguarded = 1;
  EXPECT_EQ(bits(guarded_product(a, b, &unguarded)), bits(0x1p-1023));
  EXPECT_EQ(bits(unguarded), 0u);
}

TEST(FpEnvironment, WorkersKeepSubnormalsWhateverTheCallerSet) {
  const FlushToZero caller;
  for (int threads : {1, 2, 5}) {
    std::vector<double> products(100);
    parallel_for(products.size(), threads, 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) products[i] = product(0x1p-1022, 0.5);
    });
    for (double x : products) ASSERT_EQ(bits(x), bits(0x1p-1023));
  }
  EXPECT_EQ(_mm_getcsr() & 0xFFC0u, 0x9FC0u);
}

#endif

}  // namespace
}  // namespace halfulp::testing
