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

// The random words of stochastic modes, in the highest bits of the lanes; other modes have
// none.
struct NoWords {};

// Whether the mode is one of those that add the random bits to the discarded ones.
constexpr bool Compares(Rounding mode) {
  return is_stochastic(mode) && mode != Rounding::stochastic_equal;
}

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

// The random bits as an integer in units of the last dropped bit.
template <Rounding kMode, class D>
Pattern<D> RandomIncrement(D /*tag*/, Pattern<D> words, const Params<D>& params) {
  const SignedTag<D> di;
  const hn::RebindToUnsigned<SignedTag<D>> du;
  const auto shifted = hn::ShiftRightSame(hn::BitCast(du, words), params.word_shift);
  const auto random = hn::And(hn::BitCast(di, shifted), hn::Set(di, params.word_mask));
  if constexpr (kMode == Rounding::stochastic_a) return random;
  const auto between = hn::Add(random, hn::Set(di, params.half_step));
  if constexpr (kMode == Rounding::stochastic_b) return between;
  // One less where the random integer is odd: there a tie goes down.
  const auto odd = hn::ShiftRightSame(random, params.last_bit_shift);
  return hn::Sub(between, hn::And(odd, hn::Set(di, params.tie_bit)));
}

// What to add to a magnitude before its dropped bits are cleared. A carry out of the
// fraction increments the exponent, which is right, up to the pattern of infinity.
template <Rounding kMode, class D, class Words>
Pattern<D> Increment(D d, Pattern<D> u, Pattern<D> sign, Words words,
                     const Params<D>& params) {
  const SignedTag<D> di;
  const auto all = hn::Set(di, params.dropped_mask);
  const auto below_half = hn::Set(
      di, static_cast<hn::TFromD<SignedTag<D>>>(params.half - params.tie_breaker));
  if constexpr (kMode == Rounding::nearest_even) {
    // Just below half, and the rest where the code is odd.
    return hn::Add(below_half, OddCode(d, u, params));
  } else if constexpr (kMode == Rounding::nearest_away) {
    return hn::Set(di, params.half);
  } else if constexpr (kMode == Rounding::nearest_toward_zero) {
    return below_half;
  } else if constexpr (kMode == Rounding::toward_zero) {
    return hn::Zero(di);
  } else if constexpr (kMode == Rounding::up) {
    return hn::AndNot(hn::BroadcastSignBit(sign), all);
  } else if constexpr (kMode == Rounding::down) {
    return hn::And(hn::BroadcastSignBit(sign), all);
  } else if constexpr (kMode == Rounding::away) {
    return all;
  } else if constexpr (kMode == Rounding::odd) {
    const auto even = hn::Sub(OddCode(d, u, params), hn::Set(di, 1));  // -1 or 0
    return hn::And(even, all);
  } else if constexpr (kMode == Rounding::stochastic_equal) {
    return hn::And(hn::BroadcastSignBit(words), all);
  } else {
    static_assert(Compares(kMode));
    return RandomIncrement<kMode>(d, words, params);
  }
}

// start - integer * 2^-kScale, exactly: integers below the last places of a power of two are
// added to it by joining the patterns.
template <int kScale, class D>
hn::Vec<D> Minus(D d, hn::TFromD<D> start, Pattern<D> integer) {
  const SignedTag<D> di;
  using T = hn::TFromD<D>;
  constexpr int kFractionBits = sizeof(T) == 4 ? 23 : 52;
  constexpr auto kPower = static_cast<T>(std::uint64_t{1} << (kFractionBits - kScale));
  const auto joined = hn::Or(hn::BitCast(di, hn::Set(d, kPower)), integer);
  return hn::Sub(hn::Set(d, kPower + start), hn::BitCast(d, joined));
}

// -1 in the lanes where the discarded fraction v, 2^16 v in binary32 and 2^33 v in binary64
// lanes, reaches 1 - R / 2^N, or what other modes have for it.
//
// Binary32 holds no 33 bits, so the first 16 bits of that threshold are taken from the
// fraction before it is compared with the rest. If the difference is not exact, then it is
// negative: else both are multiples of the last place of v, and it is not more than v.
template <Rounding kMode, class D>
Pattern<D> ReachesThreshold(D d, hn::Vec<D> fraction, Pattern<D> words,
                            const Params<D>& params) {
  const SignedTag<D> di;
  const hn::RebindToUnsigned<SignedTag<D>> du;
  const auto kept = hn::Or(hn::And(words, hn::Set(di, params.kept_bits)),
                           hn::Set(di, params.half_bit));
  const auto beyond = hn::Set(di, params.half_bit_beyond);
  auto threshold = hn::Zero(d);
  if constexpr (sizeof(hn::TFromD<D>) == 4) {
    const auto high = hn::BitCast(di, hn::ShiftRight<16>(hn::BitCast(du, kept)));
    const auto low =
        hn::And(hn::ShiftLeft<1>(kept), hn::Set(di, std::int32_t{0x1FFFF}));
    fraction = hn::Sub(fraction, Minus<0>(d, 65535.0F, high));
    threshold = Minus<17>(d, 1.0F, hn::Or(low, beyond));
  } else {
    const auto bits = hn::BitCast(di, hn::ShiftRight<31>(hn::BitCast(du, kept)));
    threshold = Minus<0>(d, 0x1p33, hn::Or(bits, beyond));
  }
  if constexpr (kMode == Rounding::stochastic_c) {
    // A tie goes up where the random integer is even.
    const auto last = hn::And(words, hn::Set(di, params.last_kept_bit));
    const auto even = hn::RebindMask(d, hn::Eq(last, hn::Zero(di)));
    const auto tie = hn::And(hn::Eq(fraction, threshold), even);
    return Minus1Where(d, hn::Or(hn::Gt(fraction, threshold), tie));
  }
  return Minus1Where(d, hn::Ge(fraction, threshold));
}

// The magnitude rounded to a multiple of the format's subnormal quantum. The sum with
// `magic` counts quanta in its pattern, rounded to nearest even; what it has rounded away
// is exact in `rest` and tells how the other modes differ.
template <Rounding kMode, class D, class Words>
Pattern<D> OnSubnormalGrid(D d, Pattern<D> u, Pattern<D> sign, Words words,
                           const Params<D>& params) {
  const SignedTag<D> di;
  const auto magnitude = hn::BitCast(d, u);
  const auto magic = hn::Set(d, params.magic);
  const auto nearest = hn::Add(magnitude, magic);
  auto count = hn::BitCast(di, nearest);
  if constexpr (kMode != Rounding::nearest_even) {
    const auto zero = hn::Zero(d);
    const auto half = hn::Set(d, params.half_quantum);
    const auto rest = hn::Sub(magnitude, hn::Sub(nearest, magic));
    const auto inexact = Minus1Where(d, hn::Ne(rest, zero));
    const auto negative = hn::BroadcastSignBit(sign);
    if constexpr (kMode == Rounding::nearest_away) {
      count = hn::Sub(count, Minus1Where(d, hn::Eq(rest, half)));
    } else if constexpr (kMode == Rounding::nearest_toward_zero) {
      count = hn::Add(count, Minus1Where(d, hn::Eq(rest, hn::Neg(half))));
    } else {
      const auto rounded_up = hn::Lt(rest, zero);
      count = hn::Add(count, Minus1Where(d, rounded_up));  // towards 0
      if constexpr (kMode == Rounding::up) {
        count = hn::Sub(count, hn::AndNot(negative, inexact));
      } else if constexpr (kMode == Rounding::down) {
        count = hn::Sub(count, hn::And(negative, inexact));
      } else if constexpr (kMode == Rounding::away) {
        count = hn::Sub(count, inexact);
      } else if constexpr (kMode == Rounding::odd) {
        count = hn::Or(count, hn::And(inexact, hn::Set(di, 1)));
      } else if constexpr (kMode == Rounding::stochastic_equal) {
        count = hn::Sub(count, hn::And(hn::BroadcastSignBit(words), inexact));
      } else if constexpr (Compares(kMode)) {
        const auto quantum = hn::IfThenElseZero(rounded_up, hn::Add(half, half));
        const auto fraction = hn::Mul(
            hn::Mul(hn::Add(rest, quantum), hn::Set(d, params.fraction_scale[0])),
            hn::Set(d, params.fraction_scale[1]));
        count = hn::Sub(count, ReachesThreshold<kMode>(d, fraction, words, params));
      }
    }
  }
  return hn::BitCast(di, hn::Sub(hn::BitCast(d, count), magic));
}

// `smallest` or 0 for each lane whose magnitude is below it. Lane by lane: the fraction of
// `smallest` has no end of bits, and numbers so small are rare.
template <Rounding kMode, class D>
HWY_NOINLINE Pattern<D> SmallestAtRandom(D /*tag*/, Pattern<D> u, Pattern<D> words,
                                         const Params<D>& params) {
  const SignedTag<D> di;
  using Bits = hn::TFromD<SignedTag<D>>;
  HWY_ALIGN Bits magnitudes[hn::MaxLanes(di)];
  HWY_ALIGN Bits random[hn::MaxLanes(di)];
  hn::Store(u, di, magnitudes);
  hn::Store(words, di, random);
  for (std::size_t i = 0; i < hn::Lanes(di); ++i) {
    if (magnitudes[i] >= params.smallest) continue;  // not asked for
    const auto word = static_cast<std::uint32_t>(random[i] >> (8 * (sizeof(Bits) - 4)));
    const bool taken =
        takes_smallest<hn::TFromD<D>>(magnitudes[i], word, kMode, params);
    magnitudes[i] = taken ? params.smallest : 0;
  }
  return hn::Load(di, magnitudes);
}

// Formats without subnormals: 0 or `smallest` for a magnitude below `smallest`.
template <Rounding kMode, class D, class Words>
Pattern<D> BelowSmallest(D d, Pattern<D> u, Pattern<D> sign, Words words,
                         const Params<D>& params) {
  const SignedTag<D> di;
  const auto half = hn::Set(di, params.half_smallest);
  auto smallest = hn::Set(di, params.smallest);
  const auto negative = hn::BroadcastSignBit(sign);
  if (params.has_zero) {
    if constexpr (is_stochastic(kMode)) {
      smallest = SmallestAtRandom<kMode>(d, u, words, params);
    } else if constexpr (kMode == Rounding::nearest_even ||
                         kMode == Rounding::nearest_toward_zero) {  // 0 is even
      smallest = hn::IfThenElseZero(hn::Gt(u, half), smallest);
    } else if constexpr (kMode == Rounding::nearest_away) {
      smallest = hn::IfThenZeroElse(hn::Lt(u, half), smallest);
    } else if constexpr (kMode == Rounding::toward_zero) {
      smallest = hn::Zero(di);
    } else if constexpr (kMode == Rounding::up) {
      smallest = hn::AndNot(negative, smallest);
    } else if constexpr (kMode == Rounding::down) {
      smallest = hn::And(negative, smallest);
    } else {
      static_assert(kMode == Rounding::away || kMode == Rounding::odd);
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
template <Rounding kMode, class D, class Words>
HWY_NOINLINE hn::Vec<D> Exceptional(D d, hn::Vec<D> x, Pattern<D> m, Words words,
                                    const Params<D>& params) {
  const SignedTag<D> di;
  const auto bits = hn::BitCast(di, x);
  const auto sign = hn::BitCast(di, hn::And(x, hn::SignBit(d)));
  const auto u = hn::Xor(bits, sign);

  if (params.smallest != 0) {
    m = hn::IfThenElse(hn::Lt(u, hn::Set(di, params.smallest)),
                       BelowSmallest<kMode>(d, u, sign, words, params), m);
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

// The lanes of x, each rounded as halfulp::round(x, format, rule, word) with the format and
// the rule of `params` and mode kMode; the words are in the highest bits of the lanes.
// Floating-point environment: the default one.
template <Rounding kMode, class D, class Words>
HWY_INLINE hn::Vec<D> Round(D d, hn::Vec<D> x, Words words, const Params<D>& params) {
  const SignedTag<D> di;
  const auto sign = hn::BitCast(di, hn::And(x, hn::SignBit(d)));
  const auto u = hn::Xor(hn::BitCast(di, x), sign);

  auto m = hn::AndNot(hn::Set(di, params.dropped_mask),
                      hn::Add(u, Increment<kMode>(d, u, sign, words, params)));
  if (params.has_subnormal_grid) {
    m = hn::IfThenElse(hn::Lt(u, hn::Set(di, params.smallest_normal)),
                       OnSubnormalGrid<kMode>(d, u, sign, words, params), m);
  }
  auto outside = hn::Gt(u, hn::Set(di, params.plain_limit));
  if (params.plain_least != 0) {
    const auto compared =
        hn::And(hn::BitCast(di, x), hn::Set(di, params.magnitude_bits));
    outside = hn::Or(outside, hn::Lt(compared, hn::Set(di, params.plain_least)));
  }
  if (HWY_UNLIKELY(!hn::AllFalse(di, outside))) {
    return Exceptional<kMode>(d, x, m, words, params);
  }
  return hn::BitCast(d, hn::Or(m, sign));
}

// The same for modes that take no random words.
template <Rounding kMode, class D>
HWY_INLINE hn::Vec<D> Round(D d, hn::Vec<D> x, const Params<D>& params) {
  static_assert(!is_stochastic(kMode));
  return Round<kMode>(d, x, NoWords{}, params);
}

}  // namespace HWY_NAMESPACE
}  // namespace halfulp::kernels
HWY_AFTER_NAMESPACE();

#endif  // HALFULP_KERNELS_ROUND_INL_H_
