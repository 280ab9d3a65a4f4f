#include "halfulp/kernels/matmul_tiles.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "halfulp/kernels/matmul_tiles.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
// Per target, after highway.h:
#include "halfulp/kernels/matmul_step-inl.h"

HWY_BEFORE_NAMESPACE();
namespace halfulp::kernels {
namespace HWY_NAMESPACE {

bool HasFma() { return HWY_NATIVE_FMA != 0; }

// kRows rows by two vectors of columns: 2 kRows independent sums.
template <std::size_t kRows, class Step, class D, class T = hn::TFromD<D>>
void RunBlock(D d, const Step& step, const TileJob<T>& job, const T* HWY_RESTRICT a,
              const T* HWY_RESTRICT b, T* HWY_RESTRICT sums) {
  const std::size_t lanes = hn::Lanes(d);
  const std::size_t stride = job.panels * kPanelLanes<T>;
  hn::Vec<D> left[kRows];
  hn::Vec<D> right[kRows];
  for (std::size_t row = 0; row < kRows; ++row) {
    left[row] = hn::Load(d, sums + row * stride);
    right[row] = hn::Load(d, sums + row * stride + lanes);
  }
  for (std::size_t k = 0; k < job.depth; ++k) {
    const auto b_left = hn::Load(d, b + k * kPanelLanes<T>);
    const auto b_right = hn::Load(d, b + k * kPanelLanes<T> + lanes);
    for (std::size_t row = 0; row < kRows; ++row) {
      const auto a_k = hn::Set(d, a[row * job.depth + k]);
      left[row] = step(d, a_k, b_left, left[row]);
      right[row] = step(d, a_k, b_right, right[row]);
    }
  }
  for (std::size_t row = 0; row < kRows; ++row) {
    hn::Store(left[row], d, sums + row * stride);
    hn::Store(right[row], d, sums + row * stride + lanes);
  }
}

template <std::size_t kRows, class Step, class T>
void RunRows(const Step& step, const TileJob<T>& job, std::size_t panel,
             std::size_t first_row) {
  const hn::ScalableTag<T> d;
  const T* a = job.a + first_row * job.depth;
  const T* b = job.b + panel * job.depth * kPanelLanes<T>;
  T* sums = job.sums + (first_row * job.panels + panel) * kPanelLanes<T>;
  for (std::size_t column = 0; column < kPanelLanes<T>; column += 2 * hn::Lanes(d)) {
    RunBlock<kRows>(d, step, job, a, b + column, sums + column);
  }
}

// Consecutive tiles share a panel of b, which then stays in the cache.
template <class Step, class T>
void RunTiles(const Step& step, const TileJob<T>& job, std::size_t begin,
              std::size_t end) {
  for (std::size_t tile = begin; tile < end; ++tile) {
    const std::size_t panel = tile / job.row_tiles();
    std::size_t row = tile % job.row_tiles() * kTileRows;
    if (row + kTileRows <= job.rows) {
      RunRows<kTileRows>(step, job, panel, row);
    } else {
      for (; row < job.rows; ++row) RunRows<1>(step, job, panel, row);
    }
  }
}

template <Rounding kMode, class T>
void RunRounded(const TileJob<T>& job, std::size_t begin, std::size_t end) {
  if (job.step.round_product) {
    RunTiles(RoundedBoth<kMode, T>{*job.step.round_product, *job.step.round_sum}, job,
             begin, end);
  } else {
    RunTiles(RoundedSum<kMode, T>{*job.step.round_sum}, job, begin, end);
  }
}

template <class T>
void RunNative(const TileJob<T>& job, std::size_t begin, std::size_t end) {
  if (job.step.round_product) {
    RunTiles(RoundedProduct<T>{*job.step.round_product}, job, begin, end);
  } else {
    RunTiles(MultiplyThenAdd{}, job, begin, end);
  }
}

void RunBinary32(const TileJob<float>& job, std::size_t begin, std::size_t end) {
  switch (job.step.sum) {
    case LaneSum::native:
      return RunNative(job, begin, end);
    case LaneSum::fused:
      return RunTiles(MultiplyAdd{}, job, begin, end);
    case LaneSum::rounded:
      return RunRounded<Rounding::nearest_even>(job, begin, end);
  }
}

void RunBinary64(const TileJob<double>& job, std::size_t begin, std::size_t end) {
  if (job.step.sum == LaneSum::native) return RunNative(job, begin, end);
  if (job.step.sum == LaneSum::fused) return RunTiles(MultiplyAdd{}, job, begin, end);
  switch (job.step.mode) {
    case Rounding::nearest_even:
      return RunRounded<Rounding::nearest_even>(job, begin, end);
    case Rounding::nearest_away:
      return RunRounded<Rounding::nearest_away>(job, begin, end);
    case Rounding::nearest_toward_zero:
      return RunRounded<Rounding::nearest_toward_zero>(job, begin, end);
    case Rounding::toward_zero:
      return RunRounded<Rounding::toward_zero>(job, begin, end);
    case Rounding::up:
      return RunRounded<Rounding::up>(job, begin, end);
    case Rounding::down:
      return RunRounded<Rounding::down>(job, begin, end);
    case Rounding::away:
      return RunRounded<Rounding::away>(job, begin, end);
    case Rounding::odd:
      return RunRounded<Rounding::odd>(job, begin, end);
    case Rounding::stochastic_a:
    case Rounding::stochastic_b:
    case Rounding::stochastic_c:
    case Rounding::stochastic_equal:
      break;  // no valid model has them
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace halfulp::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace halfulp::kernels {
namespace {

HWY_EXPORT(HasFma);
HWY_EXPORT(RunBinary32);
HWY_EXPORT(RunBinary64);

}  // namespace

void run_tiles(const TileJob<float>& job, std::size_t begin, std::size_t end) {
  HWY_DYNAMIC_DISPATCH(RunBinary32)(job, begin, end);
}

void run_tiles(const TileJob<double>& job, std::size_t begin, std::size_t end) {
  HWY_DYNAMIC_DISPATCH(RunBinary64)(job, begin, end);
}

bool dispatched_target_has_fma() { return HWY_DYNAMIC_DISPATCH(HasFma)(); }

}  // namespace halfulp::kernels
#endif  // HWY_ONCE
