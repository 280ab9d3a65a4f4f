#include "halfulp/kernels/matmul.h"

#include <algorithm>
#include <array>
#include <span>
#include <stdexcept>
#include <string>

#include "halfulp/arithmetic/step.h"
#include "halfulp/base/fp_environment.h"
#include "halfulp/base/parallel.h"
#include "halfulp/kernels/matmul_layout.h"
#include "halfulp/kernels/round.h"

namespace halfulp::kernels {
namespace {

std::span<double> elements(Matrix& m) {
  return {m.data(), static_cast<std::size_t>(m.size())};
}

std::span<const double> elements(const Matrix& m) {
  return {m.data(), static_cast<std::size_t>(m.size())};
}

// The NaN of sums has neither sign nor payload.
Matrix with_canonical_nans(Matrix m) {
  for (double& x : elements(m)) {
    if (is_not_a_number(x)) x = kQuietNan;
  }
  return m;
}

Matrix rounded(Matrix m, const char* name, const Format& format,
               const RoundingRule& rule, int threads) {
  try {
    round(elements(m), elements(m), format, rule, threads);
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(std::string("matmul: ") + name + ": " + error.what());
  }
  return m;
}

// An operand or an initial value as the model takes it in.
Matrix input(const Matrix& m, const char* name, const Format& format,
             const RoundingRule& rule, const AccumulationModel& model, int threads) {
  Matrix result = rounded(m, name, format, rule, threads);
  if (model.positive_zero_inputs) {
    for (double& x : elements(result)) {
      if (is_zero(x)) x = 0.0;
    }
  }
  return result;
}

// The rule makes an error of a value that a sum in this format may take.
bool may_refuse(const Format& format, const RoundingRule& rule) {
  return rule.nan == NanRule::error ||
         (rule.inf_input == InfInput::error && !format.has_infinity());
}

bool may_refuse_sums(const AccumulationModel& model) {
  const RoundingRule& rule = model.accumulation_rounding;
  bool may = may_refuse(model.accumulator, rule) ||
             may_refuse(model.step_format(), rule) ||
             (model.product && may_refuse(*model.product, rule));
  for (const Partition& partition : model.partitions) {
    if (partition.format)
      may = may || may_refuse(*partition.format, partition.rounding);
  }
  return may;
}

bool has_epilogue(const AccumulationModel& model) {
  return model.alpha != 1.0 || model.beta != 1.0;
}

// All that the lanes need: operands times their scales, exponents for fixed-point sums.
struct Prepared {
  Matrix a, b;
  Matrix a_exponents, b_exponents;  // empty where they are not needed
  Matrix initial;
  MatmulProgram program;
};

// The exponent of element (i, k): its own and its scale's; of scales alone where a term is an
// exact group.
Matrix exponents_of(const Matrix& m, const Matrix* scales, const Format& format,
                    const AccumulationModel& model, bool along_rows) {
  Matrix result(m.rows(), m.cols());
  const bool is_grouped = model.fixed_point->exact_group > 1;
  for (Eigen::Index i = 0; i < m.rows(); ++i) {
    for (Eigen::Index j = 0; j < m.cols(); ++j) {
      const double x = m(i, j);
      double scale = 1.0;
      if (scales) {
        scale = along_rows ? (*scales)(i, j / model.scale_block)
                           : (*scales)(i / model.scale_block, j);
      }
      double& exponent = result(i, j);
      exponent = kZeroExponent;
      for (const double factor : {x, scale}) {
        if (is_zero(factor) || is_infinite(factor) || is_not_a_number(factor)) scale = 0.0;
      }
      if (scale == 0.0) continue;
      exponent = is_grouped ? 0 : field_exponent(x, format);
      if (scales) exponent += field_exponent(scale, *model.scale);
    }
  }
  return result;
}

void scale_rows(Matrix& m, const Matrix& scales, int block) {
  for (Eigen::Index i = 0; i < m.rows(); ++i) {
    for (Eigen::Index k = 0; k < m.cols(); ++k) m(i, k) *= scales(i, k / block);
  }
}

void scale_columns(Matrix& m, const Matrix& scales, int block) {
  for (Eigen::Index k = 0; k < m.rows(); ++k) m.row(k).array() *= scales.row(k / block).array();
}

Prepared prepared(const MatmulOperands& operands, const AccumulationModel& model,
                  int threads) {
  Prepared p;
  p.a = input(operands.a, "a", model.left_format(), model.operand_rounding, model,
              threads);
  p.b = input(operands.b, "b", model.right_format(), model.operand_rounding, model,
              threads);
  p.initial = operands.c
                  ? with_canonical_nans(input(*operands.c, "c", model.accumulator,
                                              initial_rule(model), model, threads))
                  : Matrix(Matrix::Zero(operands.a.rows(), operands.b.cols()));
  if (model.fixed_point) {
    const Matrix* a_scales = operands.a_scales ? &*operands.a_scales : nullptr;
    const Matrix* b_scales = operands.b_scales ? &*operands.b_scales : nullptr;
    p.a_exponents =
        exponents_of(p.a, a_scales, model.multiplier.value_or(model.left_format()),
                     model, true);
    p.b_exponents =
        exponents_of(p.b, b_scales, model.multiplier.value_or(model.right_format()),
                     model, false);
    if (a_scales) scale_rows(p.a, *a_scales, model.scale_block);
    if (b_scales) scale_columns(p.b, *b_scales, model.scale_block);
  }
  p.program = program_of(tree_of(model, static_cast<int>(p.a.cols()),
                                 operands.c.has_value() && !has_epilogue(model)));
  return p;
}

MatmulData data_of(const Prepared& p) {
  MatmulData data{extent_of(elements(p.a)), extent_of(elements(p.b)),
                  extent_of(elements(p.initial)),
                  static_cast<std::size_t>(p.a.cols())};
  data.joins_sums = !p.program.is_chain();
  for (const MatmulProgram::Run& run : p.program.runs)
    data.step_terms = std::max(data.step_terms, run.terms);
  return data;
}

// The sums in lanes of type T, given operands and initial sums that T holds.
template <class T>
Matrix sums_in_lanes(const LaneStep<T>& step, const Prepared& p, int threads) {
  const auto depth = static_cast<std::size_t>(p.a.cols());
  const std::size_t panels = panels_of<T>(static_cast<std::size_t>(p.b.cols()));
  const std::size_t width = panels * kPanelLanes<T>;
  const std::span<const int> order = p.program.terms;
  const LaneArray<T> left = in_rows_of_terms<T>(p.a, order);
  const LaneArray<T> right = in_panels<T>(p.b, order);
  const LaneArray<T> sums = in_rows<T>(p.initial, width);
  TileJob<T> job{left.get(),
                 right.get(),
                 sums.get(),
                 static_cast<std::size_t>(p.a.rows()),
                 depth,
                 panels,
                 step,
                 p.program.runs,
                 p.program.depth};
  LaneArray<T> left_exponents;
  LaneArray<T> right_exponents;
  if (p.a_exponents.size() != 0) {
    left_exponents = in_rows_of_terms<T>(p.a_exponents, order);
    right_exponents = in_panels<T>(p.b_exponents, order);
    job.a_exponents = left_exponents.get();
    job.b_exponents = right_exponents.get();
  }
  parallel_for(job.tiles(), threads, 1,
               [&](std::size_t begin, std::size_t end) { run_tiles(job, begin, end); });
  return from_rows(sums.get(), width, p.initial.rows(), p.initial.cols());
}

// The sums, if lanes of some type do what the model says.
std::optional<MatmulResult> vector_sums(const Prepared& p,
                                        const AccumulationModel& model, int threads) {
  const MatmulData data = data_of(p);
  const bool has_fma = dispatched_target_has_fma();
  if (const auto step = lane_step<float>(model, data, has_fma))
    return MatmulResult{sums_in_lanes(*step, p, threads), MatmulPath::binary32_lanes};
  if (const auto step = lane_step<double>(model, data, has_fma))
    return MatmulResult{sums_in_lanes(*step, p, threads), MatmulPath::binary64_lanes};
  return std::nullopt;
}

// Row by row, with the random words that each has in the whole.
Matrix defined(const MatmulOperands& operands, const AccumulationModel& model,
               int threads) {
  const Eigen::Index columns = operands.b.cols();
  Matrix result(operands.a.rows(), columns);
  const std::uint64_t words =
      static_cast<std::uint64_t>(columns) *
      words_of_sum(model, static_cast<std::size_t>(operands.a.cols()));
  const auto rows = static_cast<std::size_t>(result.rows());
  parallel_for(rows, threads, 1, [&](std::size_t begin, std::size_t end) {
    const auto first = static_cast<Eigen::Index>(begin);
    const auto count = static_cast<Eigen::Index>(end - begin);
    MatmulOperands part{operands.a.middleRows(first, count), operands.b};
    if (operands.c) part.c = Matrix(operands.c->middleRows(first, count));
    if (operands.a_scales)
      part.a_scales = Matrix(operands.a_scales->middleRows(first, count));
    part.b_scales = operands.b_scales;
    if (operands.source) part.source = advanced(*operands.source, begin * words);
    result.middleRows(first, count) = halfulp::matmul(part, model);
  });
  return result;
}

Matrix with_epilogue(Matrix sums, const Matrix& initial,
                     const AccumulationModel& model) {
  RandomWords none;
  for (Eigen::Index i = 0; i < sums.size(); ++i) {
    double& sum = sums.data()[i];
    sum = scaled_sum(sum, initial.data()[i], model, none);
  }
  return sums;
}

MatmulResult matmul_in_environment(const MatmulOperands& operands,
                                   const AccumulationModel& model, int threads) {
  parallel_for(0, threads, 1, [](std::size_t, std::size_t) {});  // a check of `threads`
  if (!may_refuse_sums(model)) {
    const Prepared p = prepared(operands, model, threads);
    if (std::optional<MatmulResult> sums = vector_sums(p, model, threads)) {
      Matrix result = with_canonical_nans(std::move(sums->product));
      if (has_epilogue(model))
        result = with_epilogue(std::move(result), p.initial, model);
      result = with_canonical_nans(rounded(std::move(result), "a sum",
                                           model.output_format(), model.output_rounding,
                                           threads));
      return {std::move(result), sums->path};
    }
  }
  return {defined(operands, model, threads), MatmulPath::definition};
}

}  // namespace

std::span<const Word<MatmulPath>> matmul_path_words() {
  static constexpr std::array<Word<MatmulPath>, 3> words = {{
      {MatmulPath::binary32_lanes, "binary32_lanes"},
      {MatmulPath::binary64_lanes, "binary64_lanes"},
      {MatmulPath::definition, "definition"},
  }};
  return words;
}

MatmulResult matmul(const MatmulOperands& operands, const AccumulationModel& model,
                    int threads) {
  require_valid(model);
  require_valid(operands, model);
  if (!operands.source) require_deterministic(model.accumulation_rounding);
  return in_default_fp_environment(
      [&] { return matmul_in_environment(operands, model, threads); });
}

Matrix matmul(const MatrixView& a, const MatrixView& b, const AccumulationModel& model,
              const std::optional<Matrix>& c, int threads) {
  return matmul(MatmulOperands{a, b, c}, model, threads).product;
}

}  // namespace halfulp::kernels
