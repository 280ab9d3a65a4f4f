#pragma once

#include <optional>

#include "halfulp/arithmetic/accumulation_model.h"
#include "halfulp/arithmetic/dot.h"
#include "halfulp/base/matrix.h"

namespace halfulp::kernels {

// What computed a matrix product.
enum class MatmulPath {
  binary32_lanes,
  binary64_lanes,
  definition,  // halfulp::matmul, at about a thousandth of the speed
};
std::span<const Word<MatmulPath>> matmul_path_words();

struct MatmulResult {
  Matrix product;
  MatmulPath path;
};

// halfulp::matmul(operands, model), bit for bit, on every target and for every number of
// threads: lanes hold independent outputs, so each sum keeps the model's order.
//
// What vector lanes cannot do (matmul_plan.cc) is left to the definition: stochastic and
// compensated sums; fp64 sums in other modes than nearest_even or of inexact unrounded
// products on targets without FMA; sums of 52 bits; HiFloat8 sums; fixed-point sums of more
// than 52 bits in all; and rules that make a NaN or an infinity in a sum an error.
//
// Throws what the definition throws, and for threads not from 1 to 1024; an operand that
// its rule refuses is named with its index among the elements of its matrix.
MatmulResult matmul(const MatmulOperands& operands, const AccumulationModel& model,
                    int threads);
Matrix matmul(const MatrixView& a, const MatrixView& b, const AccumulationModel& model,
              const std::optional<Matrix>& c = std::nullopt, int threads = 1);

}  // namespace halfulp::kernels
