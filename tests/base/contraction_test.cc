// The flags of halfulp_fp keep a*b + c in two roundings, also where the processor has a
// fused instruction that the compiler could use instead.

#include <gtest/gtest.h>

#include <cmath>

namespace halfulp {
namespace {

[[gnu::noinline]] double multiply_then_add(double a, double b, double c) {
  return a * b + c;
}

#if defined(__x86_64__)
[[gnu::noinline,
  gnu::target("fma")]] double multiply_then_add_where_fused_exists(double a, double b,
                                                                   double c) {
  return a * b + c;
}

[[gnu::noinline, gnu::target("fma")]] float multiply_then_add_where_fused_exists(
    float a, float b, float c) {
  const float product = a * b;
  return product + c;
}
#endif

// Exactly, a*b + c is -2^-54; the rounded product is 1.
constexpr double kA = 1 + 0x1p-27, kB = 1 - 0x1p-27, kC = -1;

TEST(Contraction, MultiplyThenAddRoundsTwice) {
  EXPECT_EQ(multiply_then_add(kA, kB, kC), 0.0);
}

TEST(Contraction, FmaRoundsOnce) {
  const volatile double a = kA;
  EXPECT_EQ(std::fma(a, kB, kC), -0x1p-54);
}

#if defined(__x86_64__)
TEST(Contraction, NotEvenWhereTheProcessorCouldFuse) {
  if (!__builtin_cpu_supports("fma")) GTEST_SKIP() << "no fused instruction to avoid";
  EXPECT_EQ(multiply_then_add_where_fused_exists(kA, kB, kC), 0.0);
  EXPECT_EQ(multiply_then_add_where_fused_exists(1 + 0x1p-13f, 1 - 0x1p-13f, -1.0f),
            0.0f);
}
#endif

}  // namespace
}  // namespace halfulp
