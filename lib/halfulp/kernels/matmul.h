#pragma once

#include <optional>

#include "halfulp/arithmetic/accumulation_model.h"
#include "halfulp/base/matrix.h"

namespace halfulp::kernels {

// halfulp::matmul(a, b, model, c), bit for bit, on every target and for every number of
// threads: lanes hold independent outputs, so each sum keeps the model's order.
Matrix matmul(const MatrixView& a, const MatrixView& b, const AccumulationModel& model,
              const std::optional<Matrix>& c = std::nullopt, int threads = 1);

}  // namespace halfulp::kernels
