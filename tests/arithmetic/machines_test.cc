// The engine against the judge (support/machine_oracle.h), which knows the machines from the
// documents alone, bit for bit but for the payloads of NaNs.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "halfulp/arithmetic/dot_codes.h"
#include "halfulp/arithmetic/named_models.h"
#include "support/machine_cases.h"
#include "support/machine_table.h"

namespace halfulp::testing {
namespace {

#ifdef __SANITIZE_ADDRESS__
constexpr int kCasesOfFamily = 10'000;
#else
constexpr int kCasesOfFamily = 100'000;
#endif

bool is_same_result(std::uint64_t x, std::uint64_t y, const Layout& layout) {
  const double u = value_of(x, layout);
  const double v = value_of(y, layout);
  return x == y || (u != u && v != v);
}

// --- the judge itself ---

std::vector<std::uint64_t> codes_of(const std::string& text) {
  std::istringstream words(text);
  std::vector<std::uint64_t> codes;
  for (std::string word; words >> word;)
    codes.push_back(std::stoull(word, nullptr, 16));
  return codes;
}

TEST(MachineOracle, GivesEachGoldenRow) {
  std::ifstream file(HALFULP_GOLDEN_DIR "/accelerators.json");
  const nlohmann::json golden = nlohmann::json::parse(file);
  std::map<std::string, MachineOracle> judges;
  int rows = 0;
  for (const auto& row : golden.at("vectors")) {
    const std::string alias = row.at("model");
    const auto known = judged_machine(model_named(alias).name);
    ASSERT_TRUE(known.has_value()) << alias;
    MachineOracle& judge = judges.try_emplace(alias, known->machine).first->second;
    const auto a = codes_of(row.at("a"));
    const auto b = codes_of(row.at("b"));
    const auto a_scales = codes_of(row.value("scale_a", ""));
    const auto b_scales = codes_of(row.value("scale_b", ""));
    const std::uint64_t c = codes_of(row.at("c")).front();
    const std::uint64_t d = codes_of(row.at("d")).front();
    const std::uint64_t got = judge.dot({a, b, c, a_scales, b_scales});
    EXPECT_TRUE(is_same_result(got, d, judge.result_layout()))
        << "row " << row.at("id") << " of " << alias << ": expected " << std::hex << d
        << ", judged " << got << "\n"
        << row.dump();
    ++rows;
  }
  EXPECT_EQ(rows, 1457);
}

// --- the engine ---

struct Judged {
  const NamedModel* model;
  JudgedMachine known;
};

const std::map<std::string, std::vector<Judged>>& families() {
  static const auto* all = [] {
    auto* found = new std::map<std::string, std::vector<Judged>>;
    for (const NamedModel& model : named_models()) {
      if (const auto known = judged_machine(model.name))
        (*found)[std::string(known->family)].push_back({&model, *known});
    }
    return found;
  }();
  return *all;
}

int terms_of(const JudgedMachine& known, std::mt19937_64& random) {
  const auto step = static_cast<std::uint64_t>(known.step);
  const std::uint64_t steps =
      std::array<std::uint64_t, 8>{1, 1, 1, 1, 1, 2, 2, 3}[random() % 8];
  const bool whole = !known.any_length || random() % 2 == 0;
  return static_cast<int>(whole ? steps * step : 1 + random() % (steps * step));
}

// Returns the number of differences, of which it reports the first.
int compare(const Judged& judged, DataKind kind, int cases, std::uint64_t seed) {
  MachineOracle judge(judged.known.machine);
  std::mt19937_64 random(seed);
  int differences = 0;
  for (int i = 0; i < cases; ++i) {
    const MachineCase drawn =
        draw_case(kind, judged.known.machine, terms_of(judged.known, random), random);
    const std::uint64_t expected = judge.dot(drawn.problem());
    const std::uint64_t got =
        dot_codes({drawn.a, drawn.b, drawn.c, drawn.a_scales, drawn.b_scales},
                  judged.model->model);
    if (is_same_result(expected, got, judge.result_layout())) continue;
    if (++differences > 1) continue;
    ADD_FAILURE() << judged.model->name << ", " << name_of(kind) << ", seed " << seed
                  << ", case " << i << ": judged " << std::hex << expected << ", got "
                  << got << "\n"
                  << "model_named(\"" << judged.model->name << "\"); " << drawn.text();
  }
  return differences;
}

class Machines : public ::testing::TestWithParam<std::string> {};

TEST_P(Machines, EngineAgreesWithTheJudge) {
  const std::vector<Judged>& members = families().at(GetParam());
  const int kinds = static_cast<int>(std::size(kDataKinds));
  const int cases = kCasesOfFamily / (static_cast<int>(members.size()) * kinds) + 1;
  std::uint64_t seed = 0;
  for (const Judged& judged : members) {
    for (const DataKind kind : kDataKinds) {
      const int differences = compare(judged, kind, cases, ++seed);
      EXPECT_EQ(differences, 0) << "of " << cases << " cases";
    }
  }
}

std::vector<std::string> family_names() {
  std::vector<std::string> names;
  for (const auto& family : families()) names.push_back(family.first);
  return names;
}

std::string test_name(const ::testing::TestParamInfo<std::string>& info) {
  std::string name;
  for (const char c : info.param) name += std::isalnum(c) != 0 ? c : '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(Families, Machines, ::testing::ValuesIn(family_names()),
                         test_name);

TEST(Machines, EveryNamedModelIsJudged) {
  for (const NamedModel& model : named_models()) {
    if (model.name == "software.int8.int32") continue;  // below
    EXPECT_TRUE(judged_machine(model.name).has_value()) << model.name;
  }
}

TEST(Machines, LeastExponentsOfAlignments) {
  for (const Judged& judged : families().at("fused dot product")) {
    MachineOracle judge(judged.known.machine);
    const Layout& sum = judged.known.machine.accumulator;
    const int smallest = sum.least_exponent() - sum.fraction_bits;
    for (int half = smallest - 1; half <= smallest + 1; ++half) {
      for (int tiny = half - 30; tiny < half; ++tiny) {
        for (const bool negative : {false, true}) {
          const MachineCase made =
              two_powers(judged.known.machine, half, tiny, negative);
          ASSERT_EQ(judge.dot(made.problem()),
                    dot_codes({made.a, made.b, {}, {}, {}}, judged.model->model))
              << "model_named(\"" << judged.model->name << "\"); " << made.text();
        }
      }
    }
  }
}

// 1*1 - 1*1 in one group, and c = 2^-40, which is below 2^(0 - 35).
TEST(Machines, CancelledGroupsKeepTheirExponent) {
  for (const Judged& judged : families().at("scaled groups")) {
    const bool e8m0 = judged.known.machine.scale_block == 32;
    const std::vector<std::uint64_t> scales(e8m0 ? 2 : 4, e8m0 ? 127 : 0x38);
    std::vector<std::uint64_t> a(64), b(64);
    a[0] = a[1] = b[0] = 2;
    b[1] = 10;
    EXPECT_EQ(dot_codes({a, b, 0x2B800000, scales, scales}, judged.model->model), 0u)
        << judged.model->name;
  }
}

// Codes are of two's complement; each sum on the way saturates.
TEST(Machines, Int8SumsAreExactOrSaturate) {
  const AccumulationModel& model = model_named("software.int8.int32").model;
  std::mt19937_64 random(1);
  for (int i = 0; i < 2000; ++i) {
    std::vector<std::uint64_t> a(1 + random() % 300), b(a.size());
    const bool large = random() % 2 == 0;
    const auto c = static_cast<std::int32_t>(large ? 0x7FFFFFFF - random() % 0x100000
                                                   : random() % 0x1000);
    std::int64_t sum = c;
    for (std::size_t k = 0; k < a.size(); ++k) {
      a[k] = large && random() % 4 != 0 ? 0x7F : random() & 0xFF;
      b[k] = large && random() % 4 != 0 ? 0x7F : random() & 0xFF;
      sum += static_cast<std::int8_t>(a[k]) * static_cast<std::int8_t>(b[k]);
      sum = std::clamp<std::int64_t>(sum, INT32_MIN, INT32_MAX);
    }
    const std::uint64_t initial = static_cast<std::uint32_t>(c);
    ASSERT_EQ(dot_codes({a, b, initial, {}, {}}, model),
              static_cast<std::uint32_t>(sum))
        << "case " << i;
  }
}

}  // namespace
}  // namespace halfulp::testing
