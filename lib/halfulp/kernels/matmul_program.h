#pragma once

#include <cstddef>
#include <vector>

#include "halfulp/arithmetic/summation_tree.h"

namespace halfulp::kernels {

// A summation tree for lanes: its terms lie in memory in the order in which its program takes
// them, and alike instructions that follow each other are one.
struct MatmulProgram {
  struct Run {
    SummationTree::Action action;
    std::size_t times = 1;  // step and group: that many in turn ...
    std::size_t terms = 0;  // ... of that many products each
    int rule = 0;           // join
  };

  std::vector<int> terms;  // the index of each term
  std::vector<Run> runs;
  std::size_t depth = 0;  // how many partial sums there are at most

  // One chain from the initial value or +0.
  bool is_chain() const;
};

MatmulProgram program_of(const SummationTree& tree);

}  // namespace halfulp::kernels
