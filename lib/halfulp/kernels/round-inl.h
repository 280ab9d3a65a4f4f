// Rounding of one vector: included once per target, after hwy/highway.h.

#include "halfulp/kernels/round_params.h"

#if defined(HALFULP_KERNELS_ROUND_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef HALFULP_KERNELS_ROUND_INL_H_
#undef HALFULP_KERNELS_ROUND_INL_H_
#else
#define HALFULP_KERNELS_ROUND_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace halfulp::kernels {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class D>
using Params = RoundParams<hn::TFromD<D>>;

// Magnitude patterns, and the integer lanes that hold them.
template <class D>
using SignedTag = hn::RebindToSigned<D>;
template <class D>
using Pattern = hn::Vec<SignedTag<D>>;

// -1 in the lanes where the mask holds, else 0.
template <class D, class M>
Pattern<D> Minus1Where(D /*tag*/, M mask) {
  const SignedTag<D> di;
  return hn::VecFromMask(di, hn::RebindMask(di, mask));
}

// 1 where the code of the magnitude without its dropped bits is odd and any are dropped.
template <class D>
Pattern<D> OddCode(D /*tag*/, Pattern<D> u, const Params<D>& params) {
  const SignedTag<D> di;
  const hn::RebindToUnsigned<SignedTag<D>> du;
  const auto shifted = hn::ShiftRightSame(hn::BitCast(du, u), params.dropped_bits);
  const auto flipped =
      hn::Xor(hn::BitCast(di, shifted), hn::Set(di, params.parity_flip));
  return hn::And(flipped, hn::Set(di, params.tie_breaker));
}

// What to add to a magnitude before its dropped bits are cleared. A carry out of the
// fraction increments the exponent, which is right, up to the pattern of infinity.
template <Rounding kMode, class D>
Pattern<D> Increment(D d, Pattern<D> u, Pattern<D> sign, const Params<D>& params) {
  const SignedTag<D> di;
  const auto all = hn::Set(di, params.dropped_mask);
  if constexpr (kMode == Rounding::nearest_even) {
    // Just below half, and the rest where the code is odd.
    const auto below_half = hn::Set(
        di, static_cast<hn::TFromD<SignedTag<D>>>(params.half - params.tie_breaker));
    return hn::Add(below_half, OddCode(d, u, params));
  } else if constexpr (kMode == Rounding::nearest_away) {
    return hn::Set(di, params.half);
  } else if constexpr (kMode == Rounding::toward_zero) {
    return hn::Zero(di);
  } else if constexpr (kMode == Rounding::up) {
    return hn::AndNot(hn::BroadcastSignBit(sign), all);
  } else if constexpr (kMode == Rounding::down) {
    return hn::And(hn::BroadcastSignBit(sign), all);
  } else {
    static_assert(kMode == Rounding::odd);
    const auto even = hn::Sub(OddCode(d, u, params), hn::Set(di, 1));  // -1 or 0
    return hn::And(even, all);
  }
}

// The magnitude rounded to a multiple of the format's subnormal quantum. The sum with
// `magic` counts quanta in its pattern, rounded to nearest even; what it has rounded away
// is exact in `rest` and tells how the other modes differ.
template <Rounding kMode, class D>
Pattern<D> OnSubnormalGrid(D d, Pattern<D> u, Pattern<D> sign,
                           const Params<D>& params) {
  const SignedTag<D> di;
  const auto magnitude = hn::BitCast(d, u);
  const auto magic = hn::Set(d, params.magic);
  const auto nearest = hn::Add(magnitude, magic);
  auto count = hn::BitCast(di, nearest);
  if constexpr (kMode != Rounding::nearest_even) {
    const auto rest = hn::Sub(magnitude, hn::Sub(nearest, magic));
    if constexpr (kMode == Rounding::nearest_away) {
      const auto tie_to_lower = hn::Eq(rest, hn::Set(d, params.half_quantum));
      count = hn::Sub(count, Minus1Where(d, tie_to_lower));
    } else {
      const auto inexact = Minus1Where(d, hn::Ne(rest, hn::Zero(d)));
      count = hn::Add(count, Minus1Where(d, hn::Lt(rest, hn::Zero(d))));  // towards 0
      const auto negative = hn::BroadcastSignBit(sign);
      if constexpr (kMode == Rounding::up) {
        count = hn::Sub(count, hn::AndNot(negative, inexact));
      } else if constexpr (kMode == Rounding::down) {
        count = hn::Sub(count, hn::And(negative, inexact));
      } else if constexpr (kMode == Rounding::odd) {
        count = hn::Or(count, hn::And(inexact, hn::Set(di, 1)));
      }
    }
  }
  return hn::BitCast(di, hn::Sub(hn::BitCast(d, count), magic));
}

// Formats without subnormals: 0 or `smallest` for a magnitude below `smallest`.
template <Rounding kMode, class D>
Pattern<D> BelowSmallest(D /*tag*/, Pattern<D> u, Pattern<D> sign,
                         const Params<D>& params) {
  const SignedTag<D> di;
  const auto half = hn::Set(di, params.half_smallest);
  auto smallest = hn::Set(di, params.smallest);
  const auto negative = hn::BroadcastSignBit(sign);
  if (params.has_zero) {
    if constexpr (kMode == Rounding::nearest_even) {
      smallest = hn::IfThenElseZero(hn::Gt(u, half), smallest);
    } else if constexpr (kMode == Rounding::nearest_away) {
      smallest = hn::IfThenZeroElse(hn::Lt(u, half), smallest);
    } else if constexpr (kMode == Rounding::toward_zero) {
      smallest = hn::Zero(di);
    } else if constexpr (kMode == Rounding::up) {
      smallest = hn::AndNot(negative, smallest);
    } else if constexpr (kMode == Rounding::down) {
      smallest = hn::And(negative, smallest);
    }
  }
  return hn::IfThenElseZero(hn::Gt(u, hn::Zero(di)), smallest);
}

template <class DI, class V, class Bits>
V Select(DI di, V sign, const BySign<Bits>& images) {
  return hn::IfThenElse(hn::MaskFromVec(hn::BroadcastSignBit(sign)),
                        hn::Set(di, images.negative), hn::Set(di, images.positive));
}

// The general case, given the magnitude m on the two grids. Out of line: it is rare, and
// the registers belong to the caller's loop.
template <Rounding kMode, class D>
HWY_NOINLINE hn::Vec<D> Exceptional(D d, hn::Vec<D> x, Pattern<D> m,
                                    const Params<D>& params) {
  const SignedTag<D> di;
  const auto bits = hn::BitCast(di, x);
  const auto sign = hn::BitCast(di, hn::And(x, hn::SignBit(d)));
  const auto u = hn::Xor(bits, sign);

  if (params.smallest != 0) {
    m = hn::IfThenElse(hn::Lt(u, hn::Set(di, params.smallest)),
                       BelowSmallest<kMode>(d, u, sign, params), m);
  }
  m = hn::IfThenZeroElse(hn::Lt(u, hn::Set(di, params.flush_input_below)), m);
  m = hn::IfThenZeroElse(hn::Lt(m, hn::Set(di, params.flush_output_below)), m);

  auto result = hn::Or(m, sign);
  result = hn::IfThenElse(hn::Gt(m, Select(di, sign, params.limit)),
                          Select(di, sign, params.overflow), result);
  result =
      hn::IfThenElse(hn::Eq(m, hn::Zero(di)), Select(di, sign, params.zero), result);
  // Last, because the pattern of a NaN may have wrapped round in m.
  const auto infinity = hn::BitCast(di, hn::Inf(d));
  const auto nan =
      hn::Or(hn::And(bits, hn::Set(di, params.nan_kept)), hn::Set(di, params.nan));
  result =
      hn::IfThenElse(hn::Eq(u, infinity), Select(di, sign, params.infinity), result);
  result = hn::IfThenElse(hn::Gt(u, infinity), nan, result);
  return hn::BitCast(d, result);
}

// The lanes of x, each rounded as halfulp::round(x, format, rule) with the format and the
// rule of `params` and mode kMode. Floating-point environment: the default one.
template <Rounding kMode, class D>
HWY_INLINE hn::Vec<D> Round(D d, hn::Vec<D> x, const Params<D>& params) {
  const SignedTag<D> di;
  const auto sign = hn::BitCast(di, hn::And(x, hn::SignBit(d)));
  const auto u = hn::Xor(hn::BitCast(di, x), sign);

  auto m = hn::AndNot(hn::Set(di, params.dropped_mask),
                      hn::Add(u, Increment<kMode>(d, u, sign, params)));
  if (params.has_subnormal_grid) {
    m = hn::IfThenElse(hn::Lt(u, hn::Set(di, params.smallest_normal)),
                       OnSubnormalGrid<kMode>(d, u, sign, params), m);
  }
  if (HWY_UNLIKELY(!hn::AllFalse(di, hn::Gt(u, hn::Set(di, params.plain_limit))))) {
    return Exceptional<kMode>(d, x, m, params);
  }
  return hn::BitCast(d, hn::Or(m, sign));
}

}  // namespace HWY_NAMESPACE
}  // namespace halfulp::kernels
HWY_AFTER_NAMESPACE();

#endif  // HALFULP_KERNELS_ROUND_INL_H_
