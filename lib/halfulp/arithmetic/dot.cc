#include "halfulp/arithmetic/dot.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "halfulp/arithmetic/step.h"
#include "halfulp/rounding/round.h"

namespace halfulp {
namespace {

double canonical(double x) { return is_not_a_number(x) ? kQuietNan : x; }

void require_equal_lengths(const DotOperands& operands) {
  if (operands.x.size() == operands.y.size()) return;
  throw std::invalid_argument("dot: the lengths " + std::to_string(operands.x.size()) +
                              " and " + std::to_string(operands.y.size()) + " differ");
}

void require_scales(std::span<const double> scales, std::size_t terms,
                    const char* name, const AccumulationModel& model) {
  const auto block = static_cast<std::size_t>(std::max(1, model.scale_block));
  const std::size_t needed = model.scale ? (terms + block - 1) / block : 0;
  if (scales.size() != needed) {
    throw std::invalid_argument(
        std::string("dot: ") + name + " has " + std::to_string(scales.size()) +
        " scales, but the model needs " + std::to_string(needed) + " for " +
        std::to_string(terms) + " terms");
  }
  for (std::size_t i = 0; i < scales.size(); ++i) {
    const bool holds = is_not_a_number(scales[i]) ||
                       bits_of(round(scales[i], *model.scale)) == bits_of(scales[i]);
    if (holds) continue;
    throw std::invalid_argument(std::string("dot: ") + name + " scale " +
                                std::to_string(i) + " is not a number of " +
                                std::string(model.scale->name.view()));
  }
}

double rounded_input(double x, const Format& format, const RoundingRule& rule,
                     const AccumulationModel& model) {
  const double rounded = round(x, format, rule);
  return model.positive_zero_inputs && is_zero(rounded) ? 0.0 : rounded;
}

// Where an initial value enters it is rounded as partial sums there are, but to nearest
// where that is stochastic.
RoundingRule initial_rule(const AccumulationModel& model) {
  RoundingRule rule = model.accumulation_rounding;
  if (is_stochastic(rule.mode)) rule.mode = Rounding::nearest_even;
  return rule;
}

// One sum on its way: the tree's program, run on a stack of partial sums.
class Sum {
 public:
  Sum(const DotOperands& operands, const AccumulationModel& model, double initial,
      const RandomSource& source)
      : operands_(operands), model_(model), initial_(initial), words_{source} {}

  double run(const SummationTree& tree) {
    terms_ = tree.terms;
    for (const SummationTree::Instruction& instruction : tree.program)
      execute(instruction);
    return result(stack_.back());
  }

  double scaled(double sum) { return scaled_sum(sum, initial_, model_, words_); }

 private:
  using Action = SummationTree::Action;

  void execute(const SummationTree::Instruction& instruction) {
    switch (instruction.action) {
      case Action::initial:
        stack_.push_back({initial_});
        return;
      case Action::zero:
        stack_.push_back({0.0});
        return;
      case Action::group:
        stack_.push_back({step(std::nullopt, take(instruction.count), model_, words_)});
        return;
      case Action::step:
        add(stack_.back(), take(instruction.count));
        return;
      case Action::join: {
        const double y = result(stack_.back());
        stack_.pop_back();
        const double x = result(stack_.back());
        stack_.back() = {join(x, y, instruction.count, model_, words_)};
        return;
      }
    }
  }

  void add(CompensatedSum& sum, std::span<const Factors> factors) {
    if (model_.compensation == Compensation::none) {
      sum = {step(sum.sum, factors, model_, words_)};
    } else {
      sum = compensated_step(sum, factors[0].a, factors[0].b, model_, words_);
    }
  }

  double result(const CompensatedSum& sum) {
    return model_.compensation == Compensation::none
               ? sum.sum
               : compensated_result(sum, model_, words_);
  }

  // The factors of the next terms.
  std::span<const Factors> take(int count) {
    factors_.clear();
    for (int i = 0; i < count; ++i) factors_.push_back(factors_of(terms_[next_++]));
    return factors_;
  }

  Factors factors_of(int term) const {
    const auto i = static_cast<std::size_t>(term);
    const RoundingRule& rule = model_.operand_rounding;
    Factors f{rounded_input(operands_.x[i], model_.left_format(), rule, model_),
              rounded_input(operands_.y[i], model_.right_format(), rule, model_)};
    if (model_.scale) {
      const std::size_t block = i / static_cast<std::size_t>(model_.scale_block);
      f.a_scale = operands_.x_scales[block];
      f.b_scale = operands_.y_scales[block];
    }
    return f;
  }

  const DotOperands& operands_;
  const AccumulationModel& model_;
  double initial_;
  RandomWords words_;
  std::vector<CompensatedSum> stack_;
  std::vector<int> terms_;
  std::vector<Factors> factors_;
  std::size_t next_ = 0;
};

bool has_epilogue(const AccumulationModel& model) {
  return model.alpha != 1.0 || model.beta != 1.0;
}

}  // namespace

double dot(const DotOperands& operands, const AccumulationModel& model,
           const std::optional<double>& initial,
           const std::optional<RandomSource>& source) {
  require_valid(model);
  require_equal_lengths(operands);
  require_scales(operands.x_scales, operands.x.size(), "x", model);
  require_scales(operands.y_scales, operands.y.size(), "y", model);
  if (!source) require_deterministic(model.accumulation_rounding);

  const double start = canonical(rounded_input(initial.value_or(0.0), model.accumulator,
                                               initial_rule(model), model));
  Sum sum(operands, model, start, source.value_or(RandomSource{}));
  const SummationTree tree = tree_of(model, static_cast<int>(operands.x.size()),
                                     initial.has_value() && !has_epilogue(model));
  double result = sum.run(tree);
  if (has_epilogue(model)) result = sum.scaled(result);
  return canonical(round(result, model.output_format(), model.output_rounding));
}

double dot(std::span<const double> x, std::span<const double> y,
           const AccumulationModel& model, double initial) {
  return dot(DotOperands{x, y}, model, initial);
}

std::uint64_t words_of_sum(const AccumulationModel& model, std::size_t terms) {
  const std::uint64_t of_term = model.compensation == Compensation::none ? 4 : 16;
  return of_term * (terms + 1);
}

Matrix matmul(const MatrixView& a, const MatrixView& b, const AccumulationModel& model,
              const std::optional<Matrix>& c,
              const std::optional<RandomSource>& source) {
  require_valid(model);
  require_matmul_shapes(a, b, c);
  const auto length = static_cast<std::size_t>(a.cols());
  const std::uint64_t words = words_of_sum(model, length);
  std::vector<double> row(length);
  std::vector<double> column(length);
  Matrix result(a.rows(), b.cols());
  for (Eigen::Index i = 0; i < a.rows(); ++i) {
    for (Eigen::Index j = 0; j < b.cols(); ++j) {
      for (Eigen::Index k = 0; k < a.cols(); ++k) {
        row[static_cast<std::size_t>(k)] = a(i, k);
        column[static_cast<std::size_t>(k)] = b(k, j);
      }
      std::optional<double> initial;
      if (c) initial = (*c)(i, j);
      std::optional<RandomSource> own = source;
      if (own) *own = advanced(*own, static_cast<std::uint64_t>(i * b.cols() + j) * words);
      result(i, j) = dot(DotOperands{row, column}, model, initial, own);
    }
  }
  return result;
}

}  // namespace halfulp
