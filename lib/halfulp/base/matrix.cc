#include "halfulp/base/matrix.h"

#include <stdexcept>
#include <string>

namespace halfulp {

void require_matmul_shapes(const MatrixView& a, const MatrixView& b,
                           const std::optional<Matrix>& c) {
  const auto shape = [](Eigen::Index rows, Eigen::Index cols) {
    return "(" + std::to_string(rows) + ", " + std::to_string(cols) + ")";
  };
  if (a.cols() != b.rows()) {
    throw std::invalid_argument("matmul: the inner sizes of " +
                                shape(a.rows(), a.cols()) + " and " +
                                shape(b.rows(), b.cols()) + " differ");
  }
  if (c && (c->rows() != a.rows() || c->cols() != b.cols())) {
    throw std::invalid_argument("matmul: c has shape " + shape(c->rows(), c->cols()) +
                                " but a @ b has " + shape(a.rows(), b.cols()));
  }
}

}  // namespace halfulp
