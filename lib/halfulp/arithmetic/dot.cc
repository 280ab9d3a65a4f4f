#include "halfulp/arithmetic/dot.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "halfulp/arithmetic/step.h"
#include "halfulp/base/text.h"
#include "halfulp/formats/codec.h"
#include "halfulp/rounding/round.h"

namespace halfulp {
namespace {

double canonical(double x) { return is_not_a_number(x) ? kQuietNan : x; }

void require_equal_lengths(const DotOperands& operands) {
  if (operands.x.size() == operands.y.size()) return;
  throw std::invalid_argument("dot: the lengths " + std::to_string(operands.x.size()) +
                              " and " + std::to_string(operands.y.size()) + " differ");
}

std::size_t blocks_of(const AccumulationModel& model, std::size_t terms) {
  if (!model.scale) return 0;
  const auto block = static_cast<std::size_t>(model.scale_block);
  return (terms + block - 1) / block;
}

void require_scale_values(std::span<const double> scales, const char* name,
                          const AccumulationModel& model) {
  for (std::size_t i = 0; i < scales.size(); ++i) {
    if (model.scale && holds(*model.scale, scales[i])) continue;
    throw std::invalid_argument(std::string(name) + " scale " + std::to_string(i) +
                                " is " + shortest(scales[i]) + ", no number of " +
                                std::string(model.scale->name.view()));
  }
}

void require_scales(std::span<const double> scales, std::size_t terms,
                    const char* name, const AccumulationModel& model) {
  const std::size_t needed = blocks_of(model, terms);
  if (scales.size() != needed) {
    throw std::invalid_argument(
        std::string("dot: ") + name + " has " + std::to_string(scales.size()) +
        " scales, but the model needs " + std::to_string(needed) + " for " +
        std::to_string(terms) + " terms");
  }
  require_scale_values(scales, name, model);
}

double rounded_input(double x, const Format& format, const RoundingRule& rule,
                     const AccumulationModel& model) {
  const double rounded = round(x, format, rule);
  return model.positive_zero_inputs && is_zero(rounded) ? 0.0 : rounded;
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

RoundingRule initial_rule(const AccumulationModel& model) {
  RoundingRule rule = model.accumulation_rounding;
  if (is_stochastic(rule.mode)) rule.mode = Rounding::nearest_even;
  return rule;
}

void require_valid(const MatmulOperands& operands, const AccumulationModel& model) {
  require_matmul_shapes(operands.a, operands.b, operands.c);
  const auto blocks = static_cast<Eigen::Index>(
      blocks_of(model, static_cast<std::size_t>(operands.a.cols())));
  const Matrix none;
  const Matrix& left = operands.a_scales ? *operands.a_scales : none;
  const Matrix& right = operands.b_scales ? *operands.b_scales : none;
  const bool fits = model.scale
                        ? left.rows() == operands.a.rows() && left.cols() == blocks &&
                              right.rows() == blocks && right.cols() == operands.b.cols()
                        : left.size() == 0 && right.size() == 0;
  if (!fits) {
    const auto shape = [](const Matrix& m) {
      return std::to_string(m.rows()) + " x " + std::to_string(m.cols());
    };
    throw std::invalid_argument(
        "matmul: the model needs " +
        (model.scale ? std::to_string(operands.a.rows()) + " x " +
                           std::to_string(blocks) + " scales of a and " +
                           std::to_string(blocks) + " x " +
                           std::to_string(operands.b.cols()) + " of b"
                     : std::string("no scales")) +
        ", got " + shape(left) + " and " + shape(right));
  }
  require_scale_values({left.data(), static_cast<std::size_t>(left.size())}, "a", model);
  require_scale_values({right.data(), static_cast<std::size_t>(right.size())}, "b",
                       model);
}

Matrix matmul(const MatmulOperands& operands, const AccumulationModel& model) {
  require_valid(model);
  require_valid(operands, model);
  const auto& [a, b, c, a_scales, b_scales, source] = operands;
  const auto depth = static_cast<std::size_t>(a.cols());
  const std::uint64_t words = words_of_sum(model, depth);
  Matrix result(a.rows(), b.cols());
  // Rows and columns side by side in memory.
  const Matrix rows = a;
  const Matrix columns = b.transpose();
  const Matrix row_scales = a_scales.value_or(Matrix(a.rows(), 0));
  const Matrix column_scales =
      b_scales ? Matrix(b_scales->transpose()) : Matrix(b.cols(), 0);
  const auto row_of = [](const Matrix& m, Eigen::Index i) {
    const auto length = static_cast<std::size_t>(m.cols());
    return std::span<const double>(m.data() + i * m.cols(), length);
  };
  for (Eigen::Index i = 0; i < a.rows(); ++i) {
    for (Eigen::Index j = 0; j < b.cols(); ++j) {
      std::optional<double> initial;
      if (c) initial = (*c)(i, j);
      std::optional<RandomSource> own = source;
      if (own)
        *own = advanced(*own, static_cast<std::uint64_t>(i * b.cols() + j) * words);
      const DotOperands vectors{row_of(rows, i), row_of(columns, j),
                                row_of(row_scales, i), row_of(column_scales, j)};
      result(i, j) = dot(vectors, model, initial, own);
    }
  }
  return result;
}

Matrix matmul(const MatrixView& a, const MatrixView& b, const AccumulationModel& model,
              const std::optional<Matrix>& c) {
  return matmul(MatmulOperands{a, b, c}, model);
}

}  // namespace halfulp
