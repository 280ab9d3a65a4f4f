#pragma once

#include "halfulp/arithmetic/accumulation_model.h"
#include "halfulp/base/matrix.h"

namespace halfulp::testing {

// The matmul of a model whose formats have IEEE specials, step by step: exact arithmetic and
// rounding to integers by MPFR. Of the library only the parameters of formats are used.
Matrix mpfr_matmul(const Matrix& a, const Matrix& b, const Matrix& c,
                   const AccumulationModel& model);

}  // namespace halfulp::testing
