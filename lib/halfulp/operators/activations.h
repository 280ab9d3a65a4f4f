#pragma once

#include "halfulp/base/matrix.h"

namespace halfulp::operators {

enum class GeluForm {
  erf,   // x Phi(x), the definition (Hendrycks and Gimpel, arXiv 1606.08415)
  tanh,  // its tanh approximation, at most 4.732355e-4 away (at |x| = 2.698941)
};

// Element by element, correctly rounded to binary64, without any libm: reference::tanh,
// reference::gelu_erf and reference::gelu_tanh, which say what becomes of special values.
// The result does not depend on `threads`; std::invalid_argument unless 1 to 1024.
Matrix tanh(const MatrixView& x, int threads = 1);
Matrix gelu(const MatrixView& x, GeluForm form = GeluForm::erf, int threads = 1);

}  // namespace halfulp::operators
