// The tree of a sum under a model: the order of its partitions, outermost first, then that of
// its chains.
#include <algorithm>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>

#include "halfulp/arithmetic/accumulation_model.h"

namespace halfulp {
namespace {

using Action = SummationTree::Action;
using Terms = std::vector<int>;

// What stands on top of the stack where a sum begins, which the sum then continues.
enum class Start { nothing, sum };

class Planner {
 public:
  Planner(const AccumulationModel& model, bool has_initial)
      : model_(model), has_initial_(has_initial) {}

  SummationTree plan(int count) {
    Terms terms(static_cast<std::size_t>(count));
    std::iota(terms.begin(), terms.end(), 0);
    const bool first = has_initial_ && !adds_initial_last();
    if (first) add(Action::initial);
    level(0, terms, first ? Start::sum : Start::nothing);
    if (has_initial_ && !first) {
      add(Action::initial);
      add(Action::join, rule_of_level(0));
    }
    return std::move(tree_);
  }

 private:
  void add(Action action, int count = 0) { tree_.program.push_back({action, count}); }

  // The outermost order that joins sums.
  AccumulationOrder outermost() const {
    for (const Partition& partition : model_.partitions) {
      if (partition.join != AccumulationOrder::chain) return partition.join;
    }
    return model_.order;
  }

  bool adds_initial_last() const {
    return model_.initial_last || outermost() == AccumulationOrder::pairwise;
  }

  int rule_of_level(std::size_t level) const {
    const bool own =
        level < model_.partitions.size() && model_.partitions[level].format.has_value();
    return own ? static_cast<int>(level) + 1 : 0;
  }

  // Leaves the sum of the terms, and of the top of the stack if the start is there, on top.
  void level(std::size_t index, const Terms& terms, Start start) {
    if (index == model_.partitions.size()) return chain(terms, start);
    const Partition& partition = model_.partitions[index];
    if (partition.split == Split::halves) return halves(index, terms, start);
    if (partition.split == Split::lanes && partition.tail_after)
      return rounds(index, terms, start);
    join_parts(index, split(partition, terms), start);
  }

  void join_parts(std::size_t index, std::vector<Terms> parts, Start start) {
    const Partition& partition = model_.partitions[index];
    std::erase_if(parts, [](const Terms& part) { return part.empty(); });
    if (parts.empty()) return level(index + 1, {}, start);
    switch (partition.join) {
      case AccumulationOrder::chain:
        for (const Terms& part : parts) {
          level(index + 1, part, start);
          start = Start::sum;
        }
        return;
      case AccumulationOrder::reverse:
        std::reverse(parts.begin(), parts.end());
        [[fallthrough]];
      case AccumulationOrder::sequential:
        for (const Terms& part : parts) {
          level(index + 1, part, Start::nothing);
          if (start == Start::sum) add(Action::join, rule_of_level(index));
          start = Start::sum;
        }
        return;
      case AccumulationOrder::pairwise:
        balanced(
            parts, [&](const Terms& part) { level(index + 1, part, Start::nothing); },
            rule_of_level(index));
        if (start == Start::sum) add(Action::join, rule_of_level(index));
        return;
    }
  }

  // A balanced tree of joins; the first half has the odd one.
  template <class Part, class Leaf>
  void balanced(std::span<const Part> parts, const Leaf& leaf, int rule) {
    if (parts.size() == 1) return leaf(parts.front());
    const std::size_t half = (parts.size() + 1) / 2;
    balanced(parts.first(half), leaf, rule);
    balanced(parts.subspan(half), leaf, rule);
    add(Action::join, rule);
  }
  template <class Part, class Leaf>
  void balanced(const std::vector<Part>& parts, const Leaf& leaf, int rule) {
    balanced(std::span<const Part>(parts), leaf, rule);
  }

  void halves(std::size_t index, const Terms& terms, Start start) {
    const Partition& partition = model_.partitions[index];
    const auto run = static_cast<std::size_t>(partition.run);
    std::size_t half = terms.size() / 2;
    half -= half % run;
    if (terms.size() <= static_cast<std::size_t>(partition.count) || half == 0) {
      level(index + 1, terms, Start::nothing);
    } else {
      const auto middle = terms.begin() + static_cast<std::ptrdiff_t>(half);
      halves(index, Terms(terms.begin(), middle), Start::nothing);
      halves(index, Terms(middle, terms.end()), Start::nothing);
      add(Action::join, rule_of_level(index));
    }
    if (start == Start::sum) add(Action::join, rule_of_level(index));
  }

  // Whole rounds of the lanes, then the terms that are left, one by one.
  void rounds(std::size_t index, const Terms& terms, Start start) {
    const Partition& partition = model_.partitions[index];
    const auto round = static_cast<std::size_t>(partition.count) *
                       static_cast<std::size_t>(partition.run);
    const auto whole =
        terms.begin() + static_cast<std::ptrdiff_t>(terms.size() / round * round);
    const Terms in_lanes(terms.begin(), whole);
    if (!in_lanes.empty()) {
      join_parts(index, split(partition, in_lanes), start);
      start = Start::sum;
    }
    chain(Terms(whole, terms.end()), start);
  }

  static std::vector<Terms> split(const Partition& partition, const Terms& terms) {
    const auto count =  // parts beyond the terms would be empty
        std::min(static_cast<std::size_t>(partition.count), terms.size() + 1);
    const auto run = static_cast<std::size_t>(partition.run);
    const std::size_t parts =
        partition.split == Split::blocks ? (terms.size() + count - 1) / count : count;
    const std::size_t length =
        partition.split == Split::blocks ? count : (terms.size() + parts - 1) / parts;
    std::vector<Terms> result(parts);
    for (std::size_t k = 0; k < terms.size(); ++k) {
      const std::size_t part =
          partition.split == Split::lanes ? k / run % count : k / length;
      result[part].push_back(terms[k]);
    }
    return result;
  }

  // Steps of `fused` products each.
  void chain(const Terms& terms, Start start) {
    std::vector<Terms> groups;
    const auto width = static_cast<std::size_t>(model_.fused);
    for (std::size_t k = 0; k < terms.size(); k += width) {
      const auto begin = terms.begin() + static_cast<std::ptrdiff_t>(k);
      groups.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(
                                             std::min(width, terms.size() - k)));
    }
    if (model_.order == AccumulationOrder::pairwise && !groups.empty()) {
      balanced(groups, [&](const Terms& group) { push_group(group); }, 0);
      if (start == Start::sum) add(Action::join);
      return;
    }
    if (start == Start::nothing) add(Action::zero);
    if (model_.order == AccumulationOrder::reverse)
      std::reverse(groups.begin(), groups.end());
    for (const Terms& group : groups) {
      if (model_.accumulator_place == AccumulatorPlace::in_step &&
          model_.group_sum == GroupSum::fused) {
        take(group);
        add(Action::step, static_cast<int>(group.size()));
      } else {
        push_group(group);
        add(Action::join);
      }
    }
  }

  void push_group(const Terms& group) {
    if (model_.group_sum == GroupSum::pairwise) {
      balanced(
          group,
          [&](int term) {
            tree_.terms.push_back(term);
            add(Action::group, 1);
          },
          0);
    } else {
      take(group);
      add(Action::group, static_cast<int>(group.size()));
    }
  }

  void take(const Terms& group) {
    tree_.terms.insert(tree_.terms.end(), group.begin(), group.end());
  }

  const AccumulationModel& model_;
  bool has_initial_;
  SummationTree tree_;
};

}  // namespace

SummationTree tree_of(const AccumulationModel& model, int terms, bool has_initial) {
  if (!model.tree) return Planner(model, has_initial).plan(terms);
  const SummationTree& tree = *model.tree;
  if (tree.terms.size() != static_cast<std::size_t>(terms)) {
    throw std::invalid_argument("model field 'tree' is of " +
                                std::to_string(tree.terms.size()) +
                                " terms, but the sum has " + std::to_string(terms));
  }
  if (has_initial && !tree.has_initial()) {
    throw std::invalid_argument(
        "model field 'tree' has no place for an initial value: put c where it joins");
  }
  return tree;
}

}  // namespace halfulp
