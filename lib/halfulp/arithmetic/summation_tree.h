#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace halfulp {

// In which order the terms of one sum are added, as a program for a stack of partial sums,
// that is a tree in postfix notation. Terms are numbered from 0.
struct SummationTree {
  enum class Action {
    initial,  // push the initial value
    zero,     // push +0
    group,    // push the sum of the next `count` terms, one rounded step
    step,     // add the next `count` terms to the top, one rounded step
    join,     // pop y, pop x, push x + y rounded by rule `count`
  };
  struct Instruction {
    Action action;
    int count = 0;

    friend bool operator==(const Instruction&, const Instruction&) = default;
  };

  std::vector<int> terms;  // in the order in which the program takes them
  std::vector<Instruction> program;

  friend bool operator==(const SummationTree&, const SummationTree&) = default;

  bool has_initial() const;
};

// Rule 0 of a join is the accumulator's own; rule i that of partition i - 1.

// "(((c 0) 1) 2)": a node in parentheses is one addition of what stands in it. Numbers are
// terms; c is the initial value and z a zero; a node with several terms is one fused step,
// whose sum so far, if it has one, comes first. An addition of two partial sums that is not
// by rule 0 has its number after a colon: "((0 1) (2 3)):1".
std::string text_of(const SummationTree& tree);

// The inverse of text_of. Throws std::invalid_argument saying at which character the text is
// wrong or deeper than 4096 parentheses, or which term is missing or comes twice.
SummationTree parse_summation_tree(std::string_view text);

// Throws std::invalid_argument unless the program takes each term once, never pops an empty
// stack and leaves one sum, and rules are from 0 to `rules` - 1.
void require_valid(const SummationTree& tree, int rules);

}  // namespace halfulp
