#include "halfulp/kernels/targets.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <iostream>
#include <map>
#include <stdexcept>

#include "hwy/highway.h"
#include "support/every_target.h"

namespace halfulp {
namespace {

using ::halfulp::testing::EveryTarget;

bool has_avx3() {
  return __builtin_cpu_supports("avx512f") != 0 &&
         __builtin_cpu_supports("avx512vl") != 0 &&
         __builtin_cpu_supports("avx512dq") != 0 &&
         __builtin_cpu_supports("avx512bw") != 0;
}

bool has_avx3_dl() {
  return has_avx3() && __builtin_cpu_supports("avx512vnni") != 0 &&
         __builtin_cpu_supports("vpclmulqdq") != 0 &&
         __builtin_cpu_supports("avx512vbmi") != 0 &&
         __builtin_cpu_supports("avx512vbmi2") != 0 &&
         __builtin_cpu_supports("avx512vpopcntdq") != 0 &&
         __builtin_cpu_supports("avx512bitalg") != 0 &&
         __builtin_cpu_supports("gfni") != 0;
}

// What this processor runs, asked of the compiler's run-time library, not of Highway. The
// newest targets of newer Highways are not judged: they need features that it does not know.
bool machine_runs(const std::string& target) {
  static const std::map<std::string, std::function<bool()>> required = {
      {"AVX3_DL", has_avx3_dl},
      {"AVX3", has_avx3},
      {"AVX2",
       [] {
         return __builtin_cpu_supports("avx2") != 0 &&
                __builtin_cpu_supports("fma") != 0 &&
                __builtin_cpu_supports("bmi2") != 0;
       }},
      {"SSE4",
       [] {
         return __builtin_cpu_supports("sse4.2") != 0 &&
                __builtin_cpu_supports("pclmul") != 0;
       }},
      {"SSSE3", [] { return __builtin_cpu_supports("ssse3") != 0; }},
      {"SSE2", [] { return true; }},
      {"EMU128", [] { return true; }},
      {"SCALAR", [] { return true; }},
  };
  const auto found = required.find(target);
  return found != required.end() && found->second();
}

// The targets that Highway generates code for in this build: the bits of a macro.
std::vector<std::string> generated_targets() {
  std::vector<std::string> names;
  for (int bit = 0; bit < 63; ++bit) {
    const std::int64_t target = std::int64_t{1} << bit;
    if ((HWY_TARGETS & target) != 0) names.emplace_back(hwy::TargetName(target));
  }
  return names;
}

using TargetsTest = EveryTarget;

TEST_F(TargetsTest, RunsEveryTargetThatMachineAndHighwayOffer) {
  on_every_target(
      [] { std::cout << "dispatched: " << kernels::dispatched_target() << "\n"; });
  EXPECT_EQ(dispatched(), kernels::available_targets());
  for (const std::string& target : generated_targets()) {
    if (!machine_runs(target)) continue;
    EXPECT_EQ(std::count(dispatched().begin(), dispatched().end(), target), 1)
        << target << " is offered but was not run exactly once";
  }
}

TEST(Targets, AreTheBestFirst) {
  EXPECT_EQ(kernels::dispatched_target(), kernels::available_targets().front());
}

TEST(Targets, AreStillAllAvailableWhileOneIsForced) {
  const std::vector<std::string> all = kernels::available_targets();
  const kernels::ForcedTarget forced(all.back());
  EXPECT_EQ(kernels::available_targets(), all);
}

TEST(Targets, EndOfForcingRestoresTheBest) {
  {
    const kernels::ForcedTarget forced(kernels::available_targets().back());
  }
  EXPECT_EQ(kernels::dispatched_target(), kernels::available_targets().front());
}

TEST(Targets, UnknownOneIsAnErrorThatNamesTheNearest) {
  const std::string best = kernels::available_targets().front();
  try {
    const kernels::ForcedTarget forced(best + "X");
    FAIL() << "no error";
  } catch (const std::invalid_argument& error) {
    EXPECT_NE(std::string(error.what()).find("'" + best + "X'"), std::string::npos);
    EXPECT_NE(std::string(error.what()).find("did you mean '" + best + "'"),
              std::string::npos);
  }
  EXPECT_EQ(kernels::dispatched_target(), best);
}

}  // namespace
}  // namespace halfulp
