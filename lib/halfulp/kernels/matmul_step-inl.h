// One step s <- a*b + s of a matmul, for the lanes of a vector, in every way that a LaneStep
// names: included once per target, after hwy/highway.h.

#include "halfulp/kernels/matmul_tiles.h"
#include "halfulp/kernels/round-inl.h"

#if defined(HALFULP_KERNELS_MATMUL_STEP_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef HALFULP_KERNELS_MATMUL_STEP_INL_H_
#undef HALFULP_KERNELS_MATMUL_STEP_INL_H_
#else
#define HALFULP_KERNELS_MATMUL_STEP_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace halfulp::kernels {
namespace HWY_NAMESPACE {

// sum + error rounded to odd, for an error of less than the gap to the next number. Where it
// is NaN, as where an infinity takes part, that is `sum`.
template <class D>
HWY_INLINE hn::Vec<D> MadeOdd(D d, hn::Vec<D> sum, hn::Vec<D> error) {
  const SignedTag<D> di;
  const auto inexact = Minus1Where(d, hn::Gt(hn::Abs(error), hn::Zero(d)));
  // Truncate, that is take one from the pattern where the error points to zero, and set the
  // last bit.
  const auto opposed = hn::BroadcastSignBit(hn::BitCast(di, hn::Xor(sum, error)));
  const auto truncated = hn::Add(hn::BitCast(di, sum), hn::And(opposed, inexact));
  return hn::BitCast(d, hn::Or(truncated, hn::And(inexact, hn::Set(di, 1))));
}

// s + p rounded to odd in the lanes' precision: exact, or the one of its two neighbours
// whose last bit is 1. Exact zeros have the sign that IEEE 754 gives them in kMode.
template <Rounding kMode, class D>
HWY_INLINE hn::Vec<D> AddToOdd(D d, hn::Vec<D> p, hn::Vec<D> s) {
  // Knuth's TwoSum: sum + error is s + p exactly.
  const auto sum = hn::Add(p, s);
  const auto s_part = hn::Sub(sum, p);
  const auto error = hn::Add(hn::Sub(p, hn::Sub(sum, s_part)), hn::Sub(s, s_part));

  const auto odd = MadeOdd(d, sum, error);

  if constexpr (kMode == Rounding::down) {
    const auto signs = hn::And(hn::Or(p, s), hn::SignBit(d));
    return hn::IfThenElse(hn::Eq(sum, hn::Zero(d)), signs, odd);
  }
  return odd;
}

// The rows of a and the columns of b of a block of sums, and their exponents.
template <class T>
struct Operands {
  const T* HWY_RESTRICT a;
  const T* HWY_RESTRICT b;
  const T* HWY_RESTRICT a_exponents;
  const T* HWY_RESTRICT b_exponents;
};

// Out of line, for steps that have much else to do.
template <class D>
HWY_NOINLINE hn::Vec<D> RoundInMode(D d, Rounding mode, hn::Vec<D> x,
                                    const Params<D>& params) {
  switch (mode) {
    case Rounding::nearest_away:
      return Round<Rounding::nearest_away>(d, x, params);
    case Rounding::nearest_toward_zero:
      return Round<Rounding::nearest_toward_zero>(d, x, params);
    case Rounding::toward_zero:
      return Round<Rounding::toward_zero>(d, x, params);
    case Rounding::up:
      return Round<Rounding::up>(d, x, params);
    case Rounding::down:
      return Round<Rounding::down>(d, x, params);
    case Rounding::away:
      return Round<Rounding::away>(d, x, params);
    case Rounding::odd:
      return Round<Rounding::odd>(d, x, params);
    default:
      return Round<Rounding::nearest_even>(d, x, params);
  }
}

// x + y, two partial sums, by a rule of the tree; not in mode down.
template <class D, class T>
HWY_INLINE hn::Vec<D> JoinSums(D d, const TileJob<T>& job, hn::Vec<D> x, hn::Vec<D> y,
                               int rule) {
  constexpr Rounding kNearest = Rounding::nearest_even;
  const auto& params = rule == 0
                           ? job.step.round_join
                           : job.step.round_joins[static_cast<std::size_t>(rule) - 1];
  if (!params) return hn::Add(x, y);
  return RoundInMode(d, rule == 0 ? job.step.mode : kNearest,
                     AddToOdd<kNearest>(d, x, y), *params);
}

// Steps of one product each: s <- product(a, b, s).
template <class Product>
struct OneByOne {
  const Product& product;

  template <std::size_t kRows, class D, class T>
  HWY_INLINE void Run(D d, const TileJob<T>& job, const Operands<T>& at, std::size_t k,
                      const MatmulProgram::Run& run, hn::Vec<D>* left,
                      hn::Vec<D>* right) const {
    const std::size_t lanes = hn::Lanes(d);
    for (const std::size_t end = k + run.times; k < end; ++k) {
      const auto b_left = hn::Load(d, at.b + k * kPanelLanes<T>);
      const auto b_right = hn::Load(d, at.b + k * kPanelLanes<T> + lanes);
      for (std::size_t row = 0; row < kRows; ++row) {
        const auto a_k = hn::Set(d, at.a[row * job.depth + k]);
        left[row] = product(d, a_k, b_left, left[row]);
        right[row] = product(d, a_k, b_right, right[row]);
      }
    }
  }

  template <class D, class T>
  HWY_INLINE hn::Vec<D> Join(D d, const TileJob<T>& job, hn::Vec<D> x, hn::Vec<D> y,
                             int rule) const {
    return JoinSums(d, job, x, y, rule);
  }
};

struct MultiplyThenAdd {
  template <class D, class V>
  HWY_INLINE V operator()(D /*tag*/, V a, V b, V s) const {
    return hn::Add(hn::Mul(a, b), s);
  }
};

// Rounded once only where HWY_NATIVE_FMA is 1; lane_step asks for it nowhere else.
struct MultiplyAdd {
  template <class D, class V>
  HWY_INLINE V operator()(D /*tag*/, V a, V b, V s) const {
    return hn::MulAdd(a, b, s);
  }
};

template <class T>
struct RoundedProduct {
  const RoundParams<T>& product;

  template <class D, class V>
  HWY_INLINE V operator()(D d, V a, V b, V s) const {
    return hn::Add(Round<Rounding::nearest_even>(d, hn::Mul(a, b), product), s);
  }
};

template <Rounding kMode, class T>
struct RoundedSum {
  const RoundParams<T>& sum;

  template <class D, class V>
  HWY_INLINE V operator()(D d, V a, V b, V s) const {
    return Round<kMode>(d, AddToOdd<kMode>(d, hn::Mul(a, b), s), sum);
  }
};

template <Rounding kMode, class T>
struct RoundedBoth {
  const RoundParams<T>& product;
  const RoundParams<T>& sum;

  template <class D, class V>
  HWY_INLINE V operator()(D d, V a, V b, V s) const {
    const V p = Round<kMode>(d, hn::Mul(a, b), product);
    return Round<kMode>(d, AddToOdd<kMode>(d, p, s), sum);
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace halfulp::kernels
HWY_AFTER_NAMESPACE();

#endif  // HALFULP_KERNELS_MATMUL_STEP_INL_H_
