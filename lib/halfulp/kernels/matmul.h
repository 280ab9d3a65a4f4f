#pragma once

#include <optional>

#include "halfulp/arithmetic/accumulation_model.h"
#include "halfulp/base/matrix.h"

namespace halfulp::kernels {

// halfulp::matmul(a, b, model, c), bit for bit, on every target and for every number of
// threads: lanes hold independent outputs, so each sum keeps the model's order.
//
// What vector lanes cannot do (matmul_plan.cc) is left to the definition, at about a
// thousandth of the speed: fp64 sums in other modes than nearest_even or of inexact
// unrounded products on targets without FMA, sums of 52 bits, HiFloat8 sums, and rules that
// make a NaN or an infinity in a sum an error.
//
// Throws what the definition throws, and for threads not from 1 to 1024; an operand that
// its rule refuses is named with its index among the elements of its matrix.
Matrix matmul(const MatrixView& a, const MatrixView& b, const AccumulationModel& model,
              const std::optional<Matrix>& c = std::nullopt, int threads = 1);

}  // namespace halfulp::kernels
