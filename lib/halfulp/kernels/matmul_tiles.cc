#include "halfulp/kernels/matmul_tiles.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "halfulp/kernels/matmul_tiles.cc"
#include "hwy/aligned_allocator.h"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
// Per target, after highway.h:
#include "halfulp/kernels/matmul_fixed_point-inl.h"
#include "halfulp/kernels/matmul_step-inl.h"

HWY_BEFORE_NAMESPACE();
namespace halfulp::kernels {
namespace HWY_NAMESPACE {

bool HasFma() { return HWY_NATIVE_FMA != 0; }

// kRows rows by two vectors of columns: 2 kRows independent sums, which run the program
// together. The sum on top of the stack is in registers, those below it in memory.
template <std::size_t kRows, class Step, class D, class T = hn::TFromD<D>>
void RunBlock(D d, const Step& step, const TileJob<T>& job, const Operands<T>& at,
              T* HWY_RESTRICT sums, T* HWY_RESTRICT stack) {
  using Action = SummationTree::Action;
  const std::size_t lanes = hn::Lanes(d);
  const std::size_t stride = job.panels * kPanelLanes<T>;
  hn::Vec<D> left[kRows];
  hn::Vec<D> right[kRows];
  for (std::size_t row = 0; row < kRows; ++row) left[row] = right[row] = hn::Zero(d);
  std::size_t k = 0;
  std::size_t height = 0;
  const auto push = [&] {
    if (height++ == 0) return;
    for (std::size_t row = 0; row < kRows; ++row, stack += 2 * lanes) {
      hn::Store(left[row], d, stack);
      hn::Store(right[row], d, stack + lanes);
    }
  };
  const auto set_all = [&](T value) {
    for (std::size_t row = 0; row < kRows; ++row)
      left[row] = right[row] = hn::Set(d, value);
  };
  for (const MatmulProgram::Run& run : job.runs) {
    switch (run.action) {
      case Action::initial:
        push();
        for (std::size_t row = 0; row < kRows; ++row) {
          left[row] = hn::Load(d, sums + row * stride);
          right[row] = hn::Load(d, sums + row * stride + lanes);
        }
        break;
      case Action::zero:
        push();
        set_all(T{0});
        break;
      case Action::group:
        push();
        set_all(-T{0});  // the neutral element of rounding to nearest
        [[fallthrough]];
      case Action::step:
        step.template Run<kRows>(d, job, at, k, run, left, right);
        k += run.times * run.terms;
        break;
      case Action::join:
        stack -= 2 * kRows * lanes;
        --height;
        for (std::size_t row = 0; row < kRows; ++row) {
          const T* below = stack + 2 * row * lanes;
          left[row] = step.Join(d, job, hn::Load(d, below), left[row], run.rule);
          right[row] =
              step.Join(d, job, hn::Load(d, below + lanes), right[row], run.rule);
        }
        break;
    }
  }
  for (std::size_t row = 0; row < kRows; ++row) {
    hn::Store(left[row], d, sums + row * stride);
    hn::Store(right[row], d, sums + row * stride + lanes);
  }
}

template <std::size_t kRows, class Step, class T>
void RunRows(const Step& step, const TileJob<T>& job, std::size_t panel,
             std::size_t first_row, T* stack) {
  const hn::ScalableTag<T> d;
  const std::size_t a = first_row * job.depth;
  const std::size_t b = panel * job.depth * kPanelLanes<T>;
  T* sums = job.sums + (first_row * job.panels + panel) * kPanelLanes<T>;
  for (std::size_t column = 0; column < kPanelLanes<T>; column += 2 * hn::Lanes(d)) {
    const bool has_exponents = job.a_exponents != nullptr;
    const Operands<T> at{job.a + a, job.b + b + column,
                         has_exponents ? job.a_exponents + a : nullptr,
                         has_exponents ? job.b_exponents + b + column : nullptr};
    RunBlock<kRows>(d, step, job, at, sums + column, stack);
  }
}

// Consecutive tiles share a panel of b, which then stays in the cache.
template <class Step, class T>
void RunTiles(const Step& step, const TileJob<T>& job, std::size_t begin,
              std::size_t end) {
  const auto stack =
      hwy::AllocateAligned<T>(job.sums_at_once * kTileRows * kPanelLanes<T>);
  for (std::size_t tile = begin; tile < end; ++tile) {
    const std::size_t panel = tile / job.row_tiles();
    std::size_t row = tile % job.row_tiles() * kTileRows;
    if (row + kTileRows <= job.rows) {
      RunRows<kTileRows>(step, job, panel, row, stack.get());
    } else {
      for (; row < job.rows; ++row) RunRows<1>(step, job, panel, row, stack.get());
    }
  }
}

// Steps of one product each.
template <class Product, class T>
void RunProducts(const Product& product, const TileJob<T>& job, std::size_t begin,
                 std::size_t end) {
  RunTiles(OneByOne<Product>{product}, job, begin, end);
}

template <Rounding kMode, class T>
void RunRounded(const TileJob<T>& job, std::size_t begin, std::size_t end) {
  if (job.step.round_product) {
    RunProducts(RoundedBoth<kMode, T>{*job.step.round_product, *job.step.round_sum},
                       job, begin, end);
  } else {
    RunProducts(RoundedSum<kMode, T>{*job.step.round_sum}, job, begin, end);
  }
}

template <class T>
void RunNative(const TileJob<T>& job, std::size_t begin, std::size_t end) {
  if (job.step.round_product) {
    RunProducts(RoundedProduct<T>{*job.step.round_product}, job, begin, end);
  } else {
    RunProducts(MultiplyThenAdd{}, job, begin, end);
  }
}

template <class T>
void RunFused(const TileJob<T>& job, std::size_t begin, std::size_t end) {
  RunProducts(MultiplyAdd{}, job, begin, end);
}

void RunBinary32(const TileJob<float>& job, std::size_t begin, std::size_t end) {
  switch (job.step.sum) {
    case LaneSum::native:
      return RunNative(job, begin, end);
    case LaneSum::fused:
      return RunFused(job, begin, end);
    case LaneSum::rounded:
      return RunRounded<Rounding::nearest_even>(job, begin, end);
    case LaneSum::exact:
    case LaneSum::fixed_point:
    case LaneSum::late:
      break;  // lanes of binary64
  }
}

void RunRoundedBinary64(const TileJob<double>& job, std::size_t begin,
                        std::size_t end) {
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
      break;  // left to the definition
  }
}

void RunBinary64(const TileJob<double>& job, std::size_t begin, std::size_t end) {
  switch (job.step.sum) {
    case LaneSum::native:
      return RunNative(job, begin, end);
    case LaneSum::fused:
      return RunFused(job, begin, end);
    case LaneSum::rounded:
      return RunRoundedBinary64(job, begin, end);
    case LaneSum::exact:
      return RunTiles(ExactSteps{job.step}, job, begin, end);
    case LaneSum::fixed_point:
      return RunTiles(FixedPointSteps{job.step}, job, begin, end);
    case LaneSum::late:
      return RunTiles(LateSteps{job.step}, job, begin, end);
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
