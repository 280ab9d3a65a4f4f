// The engine against the judge on models that have no name: orders of programs, sums that
// carry what was lost, and random settings.

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "halfulp/arithmetic/dot_codes.h"
#include "support/machine_cases.h"
#include "support/machine_settings.h"

namespace halfulp::testing {
namespace {

#ifdef __SANITIZE_ADDRESS__
constexpr int kScale = 1;
#else
constexpr int kScale = 10;
#endif
constexpr int kRandomSettings = 60;

void expect_agreement(const Setting& setting, std::uint64_t seed, int cases) {
  MachineOracle judge(setting.machine);
  std::mt19937_64 random(seed);
  const Layout layout = judge.result_layout();
  for (int i = 0; i < cases; ++i) {
    const DataKind kind = kDataKinds[static_cast<std::size_t>(i) % 10];
    const int terms = 1 + static_cast<int>(random() % 40);
    const MachineCase drawn = draw_case(kind, setting.machine, terms, random);
    const std::uint64_t expected = judge.dot(drawn.problem());
    const std::uint64_t got = dot_codes({drawn.a, drawn.b, drawn.c}, setting.model);
    const double x = value_of(expected, layout);
    const double y = value_of(got, layout);
    if (expected == got || (x != x && y != y)) continue;
    FAIL() << setting.name << ", " << name_of(kind) << ", seed " << seed << ", case "
           << i << ": judged " << std::hex << expected << ", got " << got << "\n"
           << drawn.text();
  }
}

TEST(MachineSettings, Programs) {
  std::uint64_t seed = 0;
  for (const Setting& setting : program_settings())
    expect_agreement(setting, ++seed, 200 * kScale);
}

TEST(MachineSettings, CompensatedSums) {
  std::uint64_t seed = 1000;
  for (const Setting& setting : compensated_settings())
    expect_agreement(setting, ++seed, 1200 * kScale);
}

TEST(MachineSettings, RandomSettings) {
  for (std::uint64_t seed = 2001; seed <= 2000 + kRandomSettings; ++seed)
    expect_agreement(random_setting(seed), seed, 200 * kScale);
}

}  // namespace
}  // namespace halfulp::testing
