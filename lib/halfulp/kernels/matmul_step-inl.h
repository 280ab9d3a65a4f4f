// One step s <- a*b + s of a matmul, for the lanes of a vector, in every way that a LaneStep
// names: included once per target, after hwy/highway.h.

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

// s + p rounded to odd in the lanes' precision: exact, or the one of its two neighbours
// whose last bit is 1. Exact zeros have the sign that IEEE 754 gives them in kMode.
template <Rounding kMode, class D>
HWY_INLINE hn::Vec<D> AddToOdd(D d, hn::Vec<D> p, hn::Vec<D> s) {
  const SignedTag<D> di;
  // Knuth's TwoSum: sum + error is s + p exactly.
  const auto sum = hn::Add(p, s);
  const auto s_part = hn::Sub(sum, p);
  const auto error = hn::Add(hn::Sub(p, hn::Sub(sum, s_part)), hn::Sub(s, s_part));

  // Where an infinity or a NaN takes part the error is NaN, which is not above 0.
  const auto inexact = Minus1Where(d, hn::Gt(hn::Abs(error), hn::Zero(d)));
  // Truncate, that is take one from the pattern where the error points to zero, and set the
  // last bit.
  const auto opposed = hn::BroadcastSignBit(hn::BitCast(di, hn::Xor(sum, error)));
  const auto truncated = hn::Add(hn::BitCast(di, sum), hn::And(opposed, inexact));
  const auto odd = hn::BitCast(d, hn::Or(truncated, hn::And(inexact, hn::Set(di, 1))));

  if constexpr (kMode == Rounding::down) {
    const auto signs = hn::And(hn::Or(p, s), hn::SignBit(d));
    return hn::IfThenElse(hn::Eq(sum, hn::Zero(d)), signs, odd);
  }
  return odd;
}

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
