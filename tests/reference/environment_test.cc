// What other code in the process has set changes no result, and is left as it was.

#include <gtest/gtest.h>
#include <mpfr.h>
#if defined(__SSE__)
#include <immintrin.h>
#endif

#include <cfenv>
#include <thread>
#include <vector>

#include "halfulp/reference/dot.h"
#include "halfulp/reference/functions.h"
#include "support/reference_cases.h"

namespace halfulp {
namespace {

// Results that depend on subnormal inputs, subnormal outputs, and on inexact sums.
std::vector<double> compute() {
  std::vector<double> results;
  const std::vector<double> x = {0x1p-1074, 0x1.8p-1030, -0x1.fp-600, 3.0, 0x1p-60};
  const std::vector<double> y = {0x1p1000, 0x1p-40, 0x1.1p-440, 1.0, 1.0};
  for (std::size_t n = 1; n <= x.size(); ++n) {
    results.push_back(reference::dot(std::span(x).first(n), std::span(y).first(n)));
    results.push_back(reference::sum(std::span(x).first(n)));
  }
  Matrix a(1, 5), b(5, 1);
  for (Eigen::Index i = 0; i < 5; ++i) {
    a(0, i) = x[static_cast<std::size_t>(i)];
    b(i, 0) = y[static_cast<std::size_t>(i)];
  }
  results.push_back(reference::matmul(a.leftCols(3), b.topRows(3), fp64, {}, 2)(0, 0));
  for (reference::Function f : reference::all_functions()) {
    for (double at : {0x1p-1074, 0x1.8p-1040, 1.25, 4.0}) {
      results.push_back(reference::evaluate(f, at));
      results.push_back(reference::evaluate(f, at, fp32, {.mode = Rounding::up}));
    }
  }
  results.push_back(reference::exp(-740.0));
  results.push_back(reference::gelu_erf(-37.9));
  results.push_back(reference::erfc(27.1));
  return results;
}

void expect_same(const std::vector<double>& expected,
                 const std::vector<double>& actual) {
  ASSERT_EQ(expected.size(), actual.size());
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_TRUE(same_bits(expected[i], actual[i])) << "result " << i;
}

#if defined(__SSE__)
TEST(ReferenceEnvironment, FlushToZeroAndDenormalsAreZeroChangeNothing) {
  const std::vector<double> expected = compute();
  EXPECT_EQ(expected[0], 0x1p-74);  // flushed, it would be 0
  const unsigned saved = _mm_getcsr();
  _mm_setcsr(0x9FC0);  // as a library linked with -ffast-math leaves it
  const std::vector<double> actual = compute();
  const unsigned after = _mm_getcsr();
  _mm_setcsr(saved);
  EXPECT_EQ(after, 0x9FC0u);
  expect_same(expected, actual);
}
#endif

TEST(ReferenceEnvironment, RoundingModeOfTheCallerChangesNothing) {
  const std::vector<double> expected = compute();
  for (int mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
    std::fesetround(mode);
    const std::vector<double> actual = compute();
    EXPECT_EQ(std::fegetround(), mode);
    std::fesetround(FE_TONEAREST);
    expect_same(expected, actual);
  }
}

TEST(ReferenceEnvironment, ExponentRangeAndFlagsOfMpfrAreRestored) {
  const std::vector<double> expected = compute();
  const mpfr_exp_t emin = mpfr_get_emin(), emax = mpfr_get_emax();
  const mpfr_rnd_t mode = mpfr_get_default_rounding_mode();
  const mpfr_prec_t precision = mpfr_get_default_prec();
  mpfr_set_emin(-20);
  mpfr_set_emax(20);
  mpfr_set_default_rounding_mode(MPFR_RNDU);
  mpfr_set_default_prec(5);
  mpfr_clear_flags();
  mpfr_set_erangeflag();
  const std::vector<double> actual = compute();
  EXPECT_EQ(mpfr_get_emin(), -20);
  EXPECT_EQ(mpfr_get_emax(), 20);
  EXPECT_EQ(mpfr_flags_save(), MPFR_FLAGS_ERANGE);
  mpfr_set_emin(emin);
  mpfr_set_emax(emax);
  mpfr_set_default_rounding_mode(mode);
  mpfr_set_default_prec(precision);
  mpfr_clear_flags();
  expect_same(expected, actual);
}

// A leak of MPFR's caches would show under a leak checker.
TEST(ReferenceEnvironment, EveryThreadComputesTheSame) {
  const std::vector<double> expected = compute();
  std::vector<std::vector<double>> actual(4);
  {
    std::vector<std::jthread> threads;
    for (auto& results : actual)
      threads.emplace_back([&results] { results = compute(); });
  }
  for (const auto& results : actual) expect_same(expected, results);
}

}  // namespace
}  // namespace halfulp
