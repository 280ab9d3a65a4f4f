#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace halfulp::testing {

// Results of matrix instructions as bit patterns: d = a . b + c of a named model.
struct AcceleratorVector {
  std::string name;  // its number and model
  std::string model;
  std::vector<std::uint64_t> a, b;
  std::vector<std::uint64_t> a_scales, b_scales;
  std::uint64_t c, d;
};

// tests/golden/accelerators.json; its folder is the argument.
std::vector<AcceleratorVector> accelerator_vectors(const std::string& golden_folder);

}  // namespace halfulp::testing
