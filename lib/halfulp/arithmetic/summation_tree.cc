#include "halfulp/arithmetic/summation_tree.h"

#include <algorithm>
#include <charconv>
#include <stdexcept>

namespace halfulp {
namespace {

using Action = SummationTree::Action;

[[noreturn]] void refuse(const std::string& reason) {
  throw std::invalid_argument("summation tree: " + reason);
}

// Reads a tree from its text, by recursive descent: one node is one instruction after those
// of its children.
class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  SummationTree parse() {
    skip_spaces();
    if (at_end() || !starts_sum()) fail("a sum, such as (c 0 1), must stand");
    sum(0);
    skip_spaces();
    if (!at_end()) fail("nothing more may stand");
    return std::move(tree_);
  }

 private:
  // The parser recurses, and a thread's stack may be as small as half a MiB.
  static constexpr int kDepth = 4096;

  bool at_end() const { return at_ == text_.size(); }
  char here() const { return at_end() ? '\0' : text_[at_]; }
  bool starts_sum() const { return here() == '(' || here() == 'c' || here() == 'z'; }

  void skip_spaces() {
    while (here() == ' ' || here() == '\n' || here() == '\t') ++at_;
  }

  [[noreturn]] void fail(const std::string& what) const {
    refuse("at character " + std::to_string(at_) + " of '" +
           std::string(text_.substr(0, 60)) + "' " + what);
  }

  void add(Action action, int count = 0) { tree_.program.push_back({action, count}); }

  int number(const std::string& what) {
    int value = 0;
    const char* begin = text_.data() + at_;
    const auto [end, error] =
        std::from_chars(begin, text_.data() + text_.size(), value);
    if (error != std::errc() || value < 0) fail(what + " must stand");
    at_ += static_cast<std::size_t>(end - begin);
    return value;
  }

  // c, z or a node.
  void sum(int depth) {
    if (here() == 'c' || here() == 'z') {
      add(here() == 'c' ? Action::initial : Action::zero);
      ++at_;
      return;
    }
    if (depth > kDepth) fail("parentheses are deeper than " + std::to_string(kDepth));
    ++at_;  // the parenthesis
    skip_spaces();
    const bool has_left = starts_sum();
    if (has_left) sum(depth + 1);
    skip_spaces();
    if (has_left && starts_sum()) {
      sum(depth + 1);
      close();
      add(Action::join, rule());
      return;
    }
    const int count = terms();
    if (count == 0) fail("a term or a second sum must stand");
    close();
    add(has_left ? Action::step : Action::group, count);
  }

  int terms() {
    int count = 0;
    for (skip_spaces(); here() >= '0' && here() <= '9'; skip_spaces(), ++count) {
      tree_.terms.push_back(number("a term"));
    }
    return count;
  }

  void close() {
    skip_spaces();
    if (here() != ')') fail("a parenthesis must close");
    ++at_;
  }

  int rule() {
    if (here() != ':') return 0;
    ++at_;
    return number("the number of a rule");
  }

  std::string_view text_;
  std::size_t at_ = 0;
  SummationTree tree_;
};

void require_each_term_once(const std::vector<int>& terms) {
  std::vector<bool> seen(terms.size());
  for (const int term : terms) {
    if (term < 0 || static_cast<std::size_t>(term) >= terms.size()) {
      refuse("there are " + std::to_string(terms.size()) + " terms, but one is " +
             std::to_string(term));
    }
    if (seen[static_cast<std::size_t>(term)])
      refuse("term " + std::to_string(term) + " comes twice");
    seen[static_cast<std::size_t>(term)] = true;
  }
}

}  // namespace

bool SummationTree::has_initial() const {
  return std::any_of(program.begin(), program.end(),
                     [](const Instruction& i) { return i.action == Action::initial; });
}

std::string text_of(const SummationTree& tree) {
  std::vector<std::string> stack;
  auto term = tree.terms.begin();
  const auto pop = [&] {
    std::string top = std::move(stack.back());
    stack.pop_back();
    return top;
  };
  const auto with_terms = [&](std::string text, int count) {
    for (int i = 0; i < count; ++i) {
      if (text.size() > 1) text += ' ';
      text += std::to_string(*term++);
    }
    return text + ')';
  };
  for (const auto& [action, count] : tree.program) {
    switch (action) {
      case Action::initial:
        stack.emplace_back("c");
        break;
      case Action::zero:
        stack.emplace_back("z");
        break;
      case Action::group:
        stack.push_back(with_terms("(", count));
        break;
      case Action::step: {
        const std::string sum = pop();
        stack.push_back(with_terms('(' + sum, count));
        break;
      }
      case Action::join: {
        const std::string right = pop();
        const std::string left = pop();
        stack.push_back('(' + left + ' ' + right + ')' +
                        (count == 0 ? "" : ':' + std::to_string(count)));
        break;
      }
    }
  }
  return stack.empty() ? "" : stack.back();
}

SummationTree parse_summation_tree(std::string_view text) {
  SummationTree tree = Parser(text).parse();
  require_each_term_once(tree.terms);
  return tree;
}

void require_valid(const SummationTree& tree, int rules) {
  require_each_term_once(tree.terms);
  std::size_t depth = 0;
  std::size_t taken = 0;
  int initial_values = 0;
  for (const auto& [action, count] : tree.program) {
    const bool takes_terms = action == Action::group || action == Action::step;
    if (takes_terms && count < 1)
      refuse("a step adds " + std::to_string(count) + " terms");
    if (takes_terms) taken += static_cast<std::size_t>(count);
    if (action == Action::initial && ++initial_values > 1)
      refuse("the initial value comes twice");
    const std::size_t needed = action == Action::join ? 2 : action == Action::step;
    if (depth < needed) refuse("an addition lacks a sum");
    depth = depth - needed + 1;
    if (action == Action::join && (count < 0 || count >= rules)) {
      refuse("there is no rule " + std::to_string(count) + " of additions, only " +
             std::to_string(rules));
    }
  }
  if (taken != tree.terms.size()) {
    refuse("the steps add " + std::to_string(taken) + " terms of " +
           std::to_string(tree.terms.size()));
  }
  if (depth != 1) refuse(std::to_string(depth) + " sums are left instead of one");
}

}  // namespace halfulp
