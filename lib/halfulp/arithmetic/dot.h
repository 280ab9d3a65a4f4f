#pragma once

#include <optional>
#include <span>

#include "halfulp/arithmetic/accumulation_model.h"
#include "halfulp/base/matrix.h"
#include "halfulp/rounding/round.h"

namespace halfulp {

// The definition of arithmetic under a model: scalar, written to be read. All of it is integer
// arithmetic, so the caller's floating-point environment does not matter. All functions
// throw std::invalid_argument for an invalid format or model, and where a rule makes an
// infinity or a NaN an error. kernels::matmul gives the same numbers sooner.

// a*b + c as one real number, for finite arguments: exact but for what `sticky` stands for.
// An exact zero is negative if both terms are, or if they differ in sign and `downward`
// (IEEE 754-2019, 6.3). Throws std::invalid_argument for an infinity or a NaN.
Real multiply_add(double a, double b, double c, bool downward = false);

// round(a*b + c) to `format`, once. Infinities and NaNs as IEEE 754 fusedMultiplyAdd: an
// invalid operation gives NaN, and every NaN is the canonical positive one.
double multiply_add(double a, double b, double c, const Format& format,
                    const RoundingRule& rule = {});

// round(a*b) to `format`, with the same treatment of infinities and NaNs.
double multiply(double a, double b, const Format& format,
                const RoundingRule& rule = {});

// The sum of x[i]*y[i] and `initial` as the model computes it: the definition, written to be
// read. Operands are rounded to `operands` and `initial` to `accumulator` first, the last sum
// by the output rounding to the output format, be it the accumulator's. The sum starts at +0
// unless `initial` is given; without terms it is `initial`. A NaN is the canonical positive
// one. Throws std::invalid_argument if the lengths differ or the model is not valid.
double dot(std::span<const double> x, std::span<const double> y,
           const AccumulationModel& model, double initial = 0.0);

// The matrix of dot(row i of a, column j of b, model, c(i, j)); a is m x k, b is k x n, c,
// if given, m x n. Throws std::invalid_argument naming the shapes if they do not fit.
Matrix matmul(const MatrixView& a, const MatrixView& b, const AccumulationModel& model,
              const std::optional<Matrix>& c = std::nullopt);

}  // namespace halfulp
