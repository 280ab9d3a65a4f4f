#pragma once

#include "halfulp/base/matrix.h"

namespace halfulp::operators {

enum class VarianceDivisor {
  n,            // layer normalisation's (Ba, Kiros and Hinton, arXiv 1607.06450)
  n_minus_one,  // the unbiased estimator's: a common mistake in this place
};

struct LayerNormOptions {
  double eps = 1e-5;
  VarianceDivisor divisor = VarianceDivisor::n;
};

// Each row normalised: y = (a - mean) / sqrt(variance + eps), without gain and bias. All in
// binary64, one rounding an operation, in this order: mean = (sum of a from left to right)
// / n; variance = (sum of (a - mean)^2 from left to right) / n or / (n - 1). Both sums start
// at +0. Infinities, NaNs, overflow and 0/0 (equal elements where eps is 0) as in IEEE 754
// arithmetic; every NaN that comes out is the positive quiet one without payload.
// Throws std::invalid_argument for eps negative or not finite, for rows without elements,
// and for rows of one element where the divisor is n_minus_one.
Matrix layer_norm(const MatrixView& a, const LayerNormOptions& options = {});

}  // namespace halfulp::operators
