// Shortcuts of rounding to nearest even: included once per target, after hwy/highway.h.

#include "halfulp/kernels/shortcut.h"

#if defined(HALFULP_KERNELS_SHORTCUT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef HALFULP_KERNELS_SHORTCUT_INL_H_
#undef HALFULP_KERNELS_SHORTCUT_INL_H_
#else
#define HALFULP_KERNELS_SHORTCUT_INL_H_
#endif

#include "halfulp/kernels/round-inl.h"

HWY_BEFORE_NAMESPACE();
namespace halfulp::kernels {
namespace HWY_NAMESPACE {

// Each has Round(d, x): right for magnitudes up to `limit`, anything beyond it.

// The pattern is a number on the grid of the format, scaled: half a gap is added, less one
// unit where the last kept bit is even, and the dropped bits are cleared. The sign is far
// away.
template <class T>
class SameExponents {
 public:
  SameExponents(const RoundParams<T>& params, const Shortcut<T>& /*shortcut*/)
      : dropped_bits_(params.dropped_bits),
        dropped_mask_(params.dropped_mask),
        below_half_(params.half - 1) {}

  template <class D>
  HWY_INLINE hn::Vec<D> Round(D d, hn::Vec<D> x) const {
    const SignedTag<D> di;
    const hn::RebindToUnsigned<SignedTag<D>> du;
    const auto bits = hn::BitCast(du, x);
    const auto odd = hn::And(hn::ShiftRightSame(bits, dropped_bits_), hn::Set(du, 1));
    const auto sum = hn::Add(hn::Add(hn::BitCast(di, bits), hn::Set(di, below_half_)),
                             hn::BitCast(di, odd));
    return hn::BitCast(d, hn::AndNot(hn::Set(di, dropped_mask_), sum));
  }

 private:
  int dropped_bits_;
  typename RoundParams<T>::Bits dropped_mask_, below_half_;
};

// x + M is rounded to a multiple of ulp(M), which is the gap of the format in the binade of
// x or, for subnormal numbers, in that of the smallest normal one. M is 1.5 * 2^k, so that
// its binade is that of x + M, and an even multiple of the gap, so that ties agree.
template <class T, bool kClamps>
class ScaledGrid {
 public:
  ScaledGrid(const RoundParams<T>& /*params*/, const Shortcut<T>& shortcut)
      : shortcut_(shortcut) {}

  template <class D>
  HWY_INLINE hn::Vec<D> Round(D d, hn::Vec<D> x) const {
    const SignedTag<D> di;
    const auto sign = hn::And(hn::BitCast(di, x), hn::Set(di, shortcut_.sign_kept));
    if constexpr (kClamps) {
      x = hn::Min(hn::Max(x, hn::Set(d, -shortcut_.max)), hn::Set(d, shortcut_.max));
    }
    const auto field = hn::And(hn::BitCast(di, x), hn::BitCast(di, hn::Inf(d)));
    const auto exponent = hn::Max(field, hn::Set(di, shortcut_.least_exponent));
    const auto grid = hn::BitCast(d, hn::Add(exponent, hn::Set(di, shortcut_.to_grid)));
    const auto rounded = hn::Sub(hn::Add(x, grid), grid);
    return hn::BitCast(d, hn::Or(hn::BitCast(di, rounded), sign));  // -0 has a sign
  }

 private:
  Shortcut<T> shortcut_;
};

#if HWY_TARGET <= HWY_AVX2 && HWY_ARCH_X86
// The processor's conversions of 8 or 16 numbers.
class Binary16 {
 public:
  Binary16(const RoundParams<float>&, const Shortcut<float>&) {}

  template <class D>
  HWY_INLINE hn::Vec<D> Round(D d, hn::Vec<D> x) const {
    const hn::Rebind<hwy::float16_t, D> half;
    return hn::PromoteTo(d, hn::DemoteTo(half, x));
  }
};
#endif

// Rounds groups of four vectors for as long as there are any; the count of numbers rounded.
// Where a group has a magnitude beyond the limit, the general function rounds it.
template <class Way, class T, class StoreVector>
std::size_t RoundGroups(const Way& way, const T* in, T* out, std::size_t count,
                        const RoundParams<T>& params, const Shortcut<T>& shortcut,
                        StoreVector store) {
  const hn::ScalableTag<T> d;
  const SignedTag<decltype(d)> di;
  const hn::RebindToUnsigned<decltype(di)> du;
  const std::size_t lanes = hn::Lanes(d);
  // Twice the pattern is free of the sign and orders like the magnitude.
  const auto limit = hn::BitCast(du, hn::Set(di, shortcut.limit));
  const auto twice_limit = hn::Add(limit, limit);
  const auto twice = [du](auto x) {
    const auto bits = hn::BitCast(du, x);
    return hn::Add(bits, bits);
  };
  std::size_t i = 0;
  for (; i + 4 * lanes <= count; i += 4 * lanes) {
    const auto x0 = hn::LoadU(d, in + i);
    const auto x1 = hn::LoadU(d, in + i + lanes);
    const auto x2 = hn::LoadU(d, in + i + 2 * lanes);
    const auto x3 = hn::LoadU(d, in + i + 3 * lanes);
    const auto largest =
        hn::Max(hn::Max(twice(x0), twice(x1)), hn::Max(twice(x2), twice(x3)));
    if (HWY_UNLIKELY(!hn::AllFalse(du, hn::Gt(largest, twice_limit)))) {
      constexpr Rounding kMode = Rounding::nearest_even;
      store(Round<kMode>(d, x0, params), d, out + i);
      store(Round<kMode>(d, x1, params), d, out + i + lanes);
      store(Round<kMode>(d, x2, params), d, out + i + 2 * lanes);
      store(Round<kMode>(d, x3, params), d, out + i + 3 * lanes);
      continue;
    }
    store(way.Round(d, x0), d, out + i);
    store(way.Round(d, x1), d, out + i + lanes);
    store(way.Round(d, x2), d, out + i + 2 * lanes);
    store(way.Round(d, x3), d, out + i + 3 * lanes);
  }
  return i;
}

}  // namespace HWY_NAMESPACE
}  // namespace halfulp::kernels
HWY_AFTER_NAMESPACE();

#endif  // HALFULP_KERNELS_SHORTCUT_INL_H_
