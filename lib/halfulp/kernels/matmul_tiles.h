#pragma once

#include <cstddef>
#include <span>

#include "halfulp/kernels/matmul_plan.h"
#include "halfulp/kernels/matmul_program.h"

namespace halfulp::kernels {

// Columns of b that are stored together: two vectors of the widest target.
template <class T>
inline constexpr std::size_t kPanelLanes = 128 / sizeof(T);

inline constexpr std::size_t kTileRows = 4;

// A matmul laid out for lanes of type T, its terms in the order of the program. Arrays start
// at multiples of 64 bytes.
template <class T>
struct TileJob {
  const T* a;  // [rows][depth]
  const T* b;  // [panels][depth][kPanelLanes<T>]: columns, padded to whole panels
  T* sums;     // [rows][panels][kPanelLanes<T>]: the initial sums, then the results
  std::size_t rows;
  std::size_t depth;
  std::size_t panels;
  LaneStep<T> step;
  std::span<const MatmulProgram::Run> runs;
  std::size_t sums_at_once;  // MatmulProgram::depth
  // Fixed-point sums: the exponents of the elements of a and b, laid out as they are.
  const T* a_exponents = nullptr;
  const T* b_exponents = nullptr;

  std::size_t row_tiles() const { return (rows + kTileRows - 1) / kTileRows; }
  std::size_t tiles() const { return row_tiles() * panels; }
};

// The exponent of a zero operand: with any other one it is less than that of any product.
inline constexpr double kZeroExponent = -4096;

// Runs the program for the tiles [begin, end). A NaN in the results may have any sign and
// payload. Floating-point environment: the default one.
void run_tiles(const TileJob<float>& job, std::size_t begin, std::size_t end);
void run_tiles(const TileJob<double>& job, std::size_t begin, std::size_t end);

// Whether the target that runs now rounds a multiply-add once.
bool dispatched_target_has_fma();

}  // namespace halfulp::kernels
