#pragma once

#include <Eigen/Core>

namespace halfulp {

// Matrices at the C++ face: row-major binary64, as NumPy lays them out. Eigen only holds
// them; sums that are compared bit for bit are never Eigen's.
using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// A matrix or a block of one, passed without a copy.
using MatrixView = Eigen::Ref<const Matrix, 0, Eigen::OuterStride<>>;

}  // namespace halfulp
