#include "support/accelerator_vectors.h"

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

namespace halfulp::testing {
namespace {

std::vector<std::uint64_t> codes_of(const std::string& text) {
  std::istringstream words(text);
  std::vector<std::uint64_t> codes;
  for (std::string word; words >> word;)
    codes.push_back(std::stoull(word, nullptr, 16));
  return codes;
}

}  // namespace

std::vector<AcceleratorVector> accelerator_vectors(const std::string& golden_folder) {
  std::ifstream file(golden_folder + "/accelerators.json");
  const nlohmann::json golden = nlohmann::json::parse(file);
  std::vector<AcceleratorVector> vectors;
  for (const auto& row : golden.at("vectors")) {
    const std::string model = row.at("model");
    vectors.push_back({"row " + row.at("id").dump() + " of " + model, model,
                       codes_of(row.at("a")), codes_of(row.at("b")),
                       codes_of(row.value("scale_a", "")),
                       codes_of(row.value("scale_b", "")),
                       codes_of(row.at("c")).front(), codes_of(row.at("d")).front()});
  }
  return vectors;
}

}  // namespace halfulp::testing
