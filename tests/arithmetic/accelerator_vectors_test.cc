// Results of matrix instructions, bit for bit: tests/golden/accelerators.json.

#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "halfulp/arithmetic/dot_codes.h"
#include "halfulp/arithmetic/named_models.h"
#include "halfulp/formats/codec.h"

namespace halfulp::testing {
namespace {

std::vector<std::uint64_t> codes_of(const std::string& text) {
  std::istringstream words(text);
  std::vector<std::uint64_t> codes;
  for (std::string word; words >> word;)
    codes.push_back(std::stoull(word, nullptr, 16));
  return codes;
}

bool same_but_for_payload(std::uint64_t x, std::uint64_t y, const Format& format) {
  const double decoded = decode(x, format);
  return x == y || (is_not_a_number(decoded) && is_not_a_number(decode(y, format)));
}

TEST(AcceleratorVectors, DefinitionGivesEachRow) {
  std::ifstream file(HALFULP_GOLDEN_DIR "/accelerators.json");
  const nlohmann::json golden = nlohmann::json::parse(file);
  int rows = 0;
  for (const auto& row : golden.at("vectors")) {
    const AccumulationModel& model =
        model_named(row.at("model").get<std::string>()).model;
    const auto a = codes_of(row.at("a"));
    const auto b = codes_of(row.at("b"));
    const auto a_scales = codes_of(row.value("scale_a", ""));
    const auto b_scales = codes_of(row.value("scale_b", ""));
    const std::uint64_t d = codes_of(row.at("d")).front();
    const std::uint64_t c = codes_of(row.at("c")).front();
    const std::uint64_t got = dot_codes({a, b, c, a_scales, b_scales}, model);
    EXPECT_TRUE(same_but_for_payload(got, d, model.output_format()))
        << "row " << row.at("id") << " of " << row.at("model") << ": expected "
        << std::hex << d << ", got " << got << "\n"
        << row.dump();
    ++rows;
  }
  EXPECT_EQ(rows, 1457);
}

}  // namespace
}  // namespace halfulp::testing
