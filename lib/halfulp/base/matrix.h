#pragma once

#include <Eigen/Core>
#include <optional>

namespace halfulp {

// Matrices at the C++ face: row-major binary64, as NumPy lays them out. Eigen only holds
// them; sums that are compared bit for bit are never Eigen's.
using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// A matrix or a block of one, passed without a copy. Eigen evaluates any other expression, a
// transpose for one, to a temporary matrix.
using MatrixView = Eigen::Ref<const Matrix, 0, Eigen::OuterStride<>>;

// What every matmul demands of its shapes, with one message for all of them: a is m x k, b
// k x n, c, if given, m x n; else std::invalid_argument naming the shapes.
void require_matmul_shapes(const MatrixView& a, const MatrixView& b,
                           const std::optional<Matrix>& c = std::nullopt);

}  // namespace halfulp
