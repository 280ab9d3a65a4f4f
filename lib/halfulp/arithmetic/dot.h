#pragma once

#include <optional>
#include <span>

#include "halfulp/arithmetic/accumulation_model.h"
#include "halfulp/arithmetic/multiply_add.h"
#include "halfulp/base/matrix.h"
#include "halfulp/base/random.h"

namespace halfulp {

// The definition of arithmetic under a model: scalar, written to be read. All of it is integer
// arithmetic, so the caller's floating-point environment does not matter. All functions
// throw std::invalid_argument for an invalid format or model, and where a rule makes an
// infinity or a NaN an error. kernels::matmul gives the same numbers sooner.

// The vectors of a dot product: numbers, and, for models with scales, a scale for each block
// of scale_block of them.
struct DotOperands {
  std::span<const double> x;
  std::span<const double> y;
  std::span<const double> x_scales = {};
  std::span<const double> y_scales = {};
};

// The sum of x[i]*y[i] and `initial` as the model computes it: the definition, written to be
// read. Operands are rounded to their formats and `initial` to the accumulator first (by
// initial_rule), the last sum by the output rounding to the output format, be it the
// accumulator's. Without terms it is `initial` or +0. A NaN is the canonical positive one.
//
// A stochastic accumulation takes word number i of `source` for the i-th of its roundings,
// and is an error without it.
//
// Throws std::invalid_argument if the lengths differ or the model is not valid; and if there
// are scales where the model has none, or their number or values do not fit it.
double dot(const DotOperands& operands, const AccumulationModel& model,
           const std::optional<double>& initial,
           const std::optional<RandomSource>& source = std::nullopt);
double dot(std::span<const double> x, std::span<const double> y,
           const AccumulationModel& model, double initial = 0.0);

// At least as many random words as a sum of that many terms takes: 4 (terms + 1), or 16
// (terms + 1) if it is compensated.
std::uint64_t words_of_sum(const AccumulationModel& model, std::size_t terms);

// What an initial value is rounded by: as partial sums are, to nearest where these are
// rounded stochastically.
RoundingRule initial_rule(const AccumulationModel& model);

// The operands of a @ b + c: a is m x k, b is k x n, c, if given, m x n. For models with scales
// a_scales is m x blocks and b_scales blocks x n, with blocks of scale_block along k.
struct MatmulOperands {
  MatrixView a;
  MatrixView b;
  std::optional<Matrix> c = std::nullopt;
  std::optional<Matrix> a_scales = std::nullopt;
  std::optional<Matrix> b_scales = std::nullopt;
  std::optional<RandomSource> source = std::nullopt;
};

// Throws std::invalid_argument naming shapes that do not fit each other, and scales that do
// not fit the model.
void require_valid(const MatmulOperands& operands, const AccumulationModel& model);

// The matrix of dot(row i of a, column j of b, model, c(i, j)). A stochastic accumulation
// takes words from number (i n + j) words_of_sum(model, k) on. Throws as require_valid.
Matrix matmul(const MatmulOperands& operands, const AccumulationModel& model);
Matrix matmul(const MatrixView& a, const MatrixView& b, const AccumulationModel& model,
              const std::optional<Matrix>& c = std::nullopt);

}  // namespace halfulp
