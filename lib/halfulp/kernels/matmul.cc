#include "halfulp/kernels/matmul.h"

#include <span>
#include <stdexcept>
#include <string>

#include "halfulp/arithmetic/dot.h"
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

// The rule makes an error of a value that a sum in this format may take.
bool may_refuse(const Format& format, const RoundingRule& rule) {
  return rule.nan == NanRule::error ||
         (rule.inf_input == InfInput::error && !format.has_infinity());
}

bool may_refuse_sums(const AccumulationModel& model) {
  const RoundingRule& rule = model.accumulation_rounding;
  return may_refuse(model.accumulator, rule) ||
         (model.product && may_refuse(*model.product, rule));
}

// The sums in lanes of type T, given operands and initial sums that T holds.
template <class T>
Matrix sums_in_lanes(const LaneStep<T>& step, const Matrix& a, const Matrix& b,
                     const Matrix& c, int threads) {
  const auto depth = static_cast<std::size_t>(a.cols());
  const std::size_t panels = panels_of<T>(static_cast<std::size_t>(b.cols()));
  const std::size_t width = panels * kPanelLanes<T>;
  const LaneArray<T> left = in_rows<T>(a, depth);
  const LaneArray<T> right = in_panels<T>(b);
  const LaneArray<T> sums = in_rows<T>(c, width);
  const TileJob<T> job{
      left.get(), right.get(), sums.get(), static_cast<std::size_t>(a.rows()),
      depth,      panels,      step};
  parallel_for(job.tiles(), threads, 1,
               [&](std::size_t begin, std::size_t end) { run_tiles(job, begin, end); });
  return from_rows(sums.get(), width, c.rows(), c.cols());
}

// The sums, if lanes of some type do what the model says.
std::optional<Matrix> vector_sums(const MatrixView& a, const MatrixView& b,
                                  const AccumulationModel& model, const Matrix& c,
                                  int threads) {
  if (may_refuse_sums(model)) return std::nullopt;
  const Matrix left = rounded(a, "a", model.operands, model.operand_rounding, threads);
  const Matrix right = rounded(b, "b", model.operands, model.operand_rounding, threads);
  const Matrix initial =
      rounded(c, "c", model.accumulator, model.accumulation_rounding, threads);
  const MatmulData data{extent_of(elements(left)), extent_of(elements(right)),
                        extent_of(elements(initial)),
                        static_cast<std::size_t>(a.cols())};
  const bool has_fma = dispatched_target_has_fma();
  if (const auto step = lane_step<float>(model, data, has_fma)) {
    return sums_in_lanes(*step, left, right, initial, threads);
  }
  if (const auto step = lane_step<double>(model, data, has_fma)) {
    return sums_in_lanes(*step, left, right, initial, threads);
  }
  return std::nullopt;
}

Matrix defined(const MatrixView& a, const MatrixView& b, const AccumulationModel& model,
               const Matrix& c, int threads) {
  Matrix result(c.rows(), c.cols());
  const auto rows = static_cast<std::size_t>(c.rows());
  parallel_for(rows, threads, 1, [&](std::size_t begin, std::size_t end) {
    const auto first = static_cast<Eigen::Index>(begin);
    const auto count = static_cast<Eigen::Index>(end - begin);
    result.middleRows(first, count) = halfulp::matmul(
        a.middleRows(first, count), b, model, Matrix(c.middleRows(first, count)));
  });
  return result;
}

Matrix matmul_in_environment(const MatrixView& a, const MatrixView& b,
                             const AccumulationModel& model, const Matrix& c,
                             int threads) {
  if (c.size() == 0) {
    parallel_for(0, threads, 1,
                 [](std::size_t, std::size_t) {});  // a check of `threads`
    return c;
  }
  std::optional<Matrix> sums = vector_sums(a, b, model, c, threads);
  if (!sums) return defined(a, b, model, c, threads);
  return with_canonical_nans(rounded(with_canonical_nans(*std::move(sums)), "a sum",
                                     model.output_format(), model.output_rounding,
                                     threads));
}

}  // namespace

Matrix matmul(const MatrixView& a, const MatrixView& b, const AccumulationModel& model,
              const std::optional<Matrix>& c, int threads) {
  require_valid(model);
  require_matmul_shapes(a, b, c);
  const Matrix initial = c ? *c : Matrix(Matrix::Zero(a.rows(), b.cols()));
  return in_default_fp_environment(
      [&] { return matmul_in_environment(a, b, model, initial, threads); });
}

}  // namespace halfulp::kernels
