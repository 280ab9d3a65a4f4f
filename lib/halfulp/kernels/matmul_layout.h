#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include "halfulp/base/matrix.h"
#include "halfulp/kernels/matmul_tiles.h"
#include "hwy/aligned_allocator.h"

namespace halfulp::kernels {

// The arrays of a TileJob. Their elements are conversions of numbers that T holds, so exact;
// padding is zero.
template <class T>
using LaneArray = hwy::AlignedFreeUniquePtr<T[]>;

template <class T>
std::size_t panels_of(std::size_t columns) {
  return (columns + kPanelLanes<T> - 1) / kPanelLanes<T>;
}

template <class T>
LaneArray<T> allocate(std::size_t count) {
  return hwy::AllocateAligned<T>(std::max<std::size_t>(1, count));
}

// Copies `count` numbers and pads them to `width`.
template <class T>
void copy_padded(const double* from, std::size_t count, T* to, std::size_t width) {
  for (std::size_t j = 0; j < count; ++j) to[j] = static_cast<T>(from[j]);
  std::fill(to + count, to + width, T{0});
}

// Rows of `width` numbers: m's and padding.
template <class T>
LaneArray<T> in_rows(const Matrix& m, std::size_t width) {
  const auto rows = static_cast<std::size_t>(m.rows());
  const auto columns = static_cast<std::size_t>(m.cols());
  LaneArray<T> array = allocate<T>(rows * width);
  for (std::size_t i = 0; i < rows; ++i) {
    copy_padded(m.data() + i * columns, columns, array.get() + i * width, width);
  }
  return array;
}

// Rows without padding, their elements in the order of `terms`.
template <class T>
LaneArray<T> in_rows_of_terms(const Matrix& m, std::span<const int> terms) {
  const auto rows = static_cast<std::size_t>(m.rows());
  const auto columns = static_cast<std::size_t>(m.cols());
  LaneArray<T> array = allocate<T>(rows * columns);
  for (std::size_t i = 0; i < rows; ++i) {
    const double* from = m.data() + i * columns;
    T* to = array.get() + i * columns;
    for (std::size_t k = 0; k < columns; ++k)
      to[k] = static_cast<T>(from[static_cast<std::size_t>(terms[k])]);
  }
  return array;
}

// The columns of m in panels, its rows in the order of `terms`.
template <class T>
LaneArray<T> in_panels(const Matrix& m, std::span<const int> terms) {
  constexpr std::size_t kWidth = kPanelLanes<T>;
  const auto depth = static_cast<std::size_t>(m.rows());
  const auto columns = static_cast<std::size_t>(m.cols());
  const std::size_t panels = panels_of<T>(columns);
  LaneArray<T> array = allocate<T>(panels * depth * kWidth);
  for (std::size_t panel = 0; panel < panels; ++panel) {
    const std::size_t first = panel * kWidth;
    const std::size_t count = std::min(kWidth, columns - first);
    for (std::size_t k = 0; k < depth; ++k) {
      const auto term = static_cast<std::size_t>(terms[k]);
      copy_padded(m.data() + term * columns + first, count,
                  array.get() + (panel * depth + k) * kWidth, kWidth);
    }
  }
  return array;
}

// The inverse of in_rows: the first columns of each row.
template <class T>
Matrix from_rows(const T* array, std::size_t width, Eigen::Index rows,
                 Eigen::Index columns) {
  Matrix m(rows, columns);
  double* to = m.data();
  for (Eigen::Index i = 0; i < rows; ++i, array += width) {
    for (Eigen::Index j = 0; j < columns; ++j) *to++ = static_cast<double>(array[j]);
  }
  return m;
}

}  // namespace halfulp::kernels
