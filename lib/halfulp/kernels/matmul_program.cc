#include "halfulp/kernels/matmul_program.h"

#include <algorithm>

namespace halfulp::kernels {
namespace {

using Action = SummationTree::Action;

}  // namespace

bool MatmulProgram::is_chain() const {
  return depth == 1 && runs.front().action != Action::group;
}

MatmulProgram program_of(const SummationTree& tree) {
  MatmulProgram program{tree.terms, {}, 0};
  std::size_t sums = 0;
  for (const auto& [action, count] : tree.program) {
    const bool joins = action == Action::join;
    const bool continues = joins || action == Action::step;
    sums = joins ? sums - 1 : continues ? sums : sums + 1;
    program.depth = std::max(program.depth, sums);

    const auto terms = joins ? 0 : static_cast<std::size_t>(count);
    const bool again = action == Action::step && !program.runs.empty() &&
                       program.runs.back().action == Action::step &&
                       program.runs.back().terms == terms;
    if (again) {
      ++program.runs.back().times;
    } else {
      program.runs.push_back({action, 1, terms, joins ? count : 0});
    }
  }
  return program;
}

}  // namespace halfulp::kernels
