#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace halfulp::kernels {

// Highway targets (instruction sets) that this build contains and this machine runs, best
// first: "AVX3", "AVX2", "SSE4", "SSSE3", ..., and last the scalar one.
std::vector<std::string> available_targets();

// The target that a kernel called now would run, asked of a kernel.
std::string dispatched_target();

// Runs all kernels on one target for the lifetime of the object, for tests and for
// `--target`: the choice is the process's, so hold one before threads start, one at a time.
// Throws std::invalid_argument naming the nearest available target.
class ForcedTarget {
 public:
  explicit ForcedTarget(std::string_view name);
  ~ForcedTarget();
  ForcedTarget(const ForcedTarget&) = delete;
  ForcedTarget& operator=(const ForcedTarget&) = delete;
};

}  // namespace halfulp::kernels
