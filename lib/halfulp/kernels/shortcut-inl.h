// Shortcuts of rounding: included once per target, after hwy/highway.h.

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

// Each way has Round(d, x, words), and Takes(d, ...), which tells whether it is right for all
// lanes of four vectors.

// Patterns of magnitude up to `limit`, from `least` on if kHasLeast.
template <class T, bool kHasLeast = false>
class Range {
 public:
  explicit Range(const Shortcut<T>& shortcut)
      : limit_(shortcut.limit), least_(shortcut.least) {}

  template <class D, class V = hn::Vec<D>>
  HWY_INLINE bool Takes(D /*tag*/, V x0, V x1, V x2, V x3) const {
    const SignedTag<D> di;
    const hn::RebindToUnsigned<SignedTag<D>> du;
    // Twice the pattern is free of the sign and orders like the magnitude.
    const auto twice = [](auto bits) { return hn::Add(bits, bits); };
    const auto twice_the = [&](V x) { return twice(hn::BitCast(du, x)); };
    const auto t0 = twice_the(x0), t1 = twice_the(x1);
    const auto t2 = twice_the(x2), t3 = twice_the(x3);
    const auto greatest = hn::Max(hn::Max(t0, t1), hn::Max(t2, t3));
    const auto limit = twice(hn::BitCast(du, hn::Set(di, limit_)));
    auto outside = hn::Gt(greatest, limit);
    if constexpr (kHasLeast) {
      const auto smallest = hn::Min(hn::Min(t0, t1), hn::Min(t2, t3));
      const auto least = twice(hn::BitCast(du, hn::Set(di, least_)));
      outside = hn::Or(outside, hn::Lt(smallest, least));
    }
    return hn::AllFalse(du, outside);
  }

 private:
  typename RoundParams<T>::Bits limit_, least_;
};

// The pattern is a number on the grid of the format, scaled: half a gap is added, less one
// unit where the last kept bit is even, and the dropped bits are cleared. The sign is far
// away.
template <class T>
class SameExponents : public Range<T> {
 public:
  SameExponents(const RoundParams<T>& params, const Shortcut<T>& shortcut)
      : Range<T>(shortcut),
        dropped_bits_(params.dropped_bits),
        dropped_mask_(params.dropped_mask),
        below_half_(params.half - 1) {}

  template <class D>
  HWY_INLINE hn::Vec<D> Round(D d, hn::Vec<D> x, NoWords /*words*/) const {
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

// The pattern as above: random bits are added. On this grid no mode looks at the sign.
template <Rounding kMode, class T, bool kHasLeast>
class RandomIncrements : public Range<T, kHasLeast> {
 public:
  RandomIncrements(const RoundParams<T>& params, const Shortcut<T>& shortcut)
      : Range<T, kHasLeast>(shortcut), params_(params) {}

  template <class D>
  HWY_INLINE hn::Vec<D> Round(D d, hn::Vec<D> x, Pattern<D> words) const {
    const SignedTag<D> di;
    const auto bits = hn::BitCast(di, x);
    const auto sum = hn::Add(bits, Increment<kMode>(d, bits, bits, words, params_));
    return hn::BitCast(d, hn::AndNot(hn::Set(di, params_.dropped_mask), sum));
  }

 private:
  RoundParams<T> params_;
};

// The first of them are as many as the bits that they are added to: then stochastic_a, _b
// and _c agree.
template <class T, bool kHasLeast>
class RandomBits : public Range<T, kHasLeast> {
 public:
  RandomBits(const RoundParams<T>& params, const Shortcut<T>& shortcut)
      : Range<T, kHasLeast>(shortcut),
        word_shift_(params.word_shift),
        dropped_mask_(params.dropped_mask) {}

  template <class D>
  HWY_INLINE hn::Vec<D> Round(D d, hn::Vec<D> x, Pattern<D> words) const {
    const SignedTag<D> di;
    const hn::RebindToUnsigned<SignedTag<D>> du;
    const auto random = hn::ShiftRightSame(hn::BitCast(du, words), word_shift_);
    const auto sum = hn::Add(hn::BitCast(di, x), hn::BitCast(di, random));
    return hn::BitCast(d, hn::AndNot(hn::Set(di, dropped_mask_), sum));
  }

 private:
  int word_shift_;
  typename RoundParams<T>::Bits dropped_mask_;
};

// x + M is rounded to a multiple of ulp(M), which is the gap of the format in the binade of
// x or, for subnormal numbers, in that of the smallest normal one. M is 1.5 * 2^k, so that
// its binade is that of x + M, and an even multiple of the gap, so that ties agree.
template <class T, bool kClamps>
class ScaledGrid : public Range<T> {
 public:
  ScaledGrid(const RoundParams<T>& /*params*/, const Shortcut<T>& shortcut)
      : Range<T>(shortcut), shortcut_(shortcut) {}

  template <class D>
  HWY_INLINE hn::Vec<D> Round(D d, hn::Vec<D> x, NoWords /*words*/) const {
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
class Binary16 : public Range<float> {
 public:
  Binary16(const RoundParams<float>&, const Shortcut<float>& shortcut)
      : Range(shortcut) {}

  template <class D>
  HWY_INLINE hn::Vec<D> Round(D d, hn::Vec<D> x, NoWords /*words*/) const {
    const hn::Rebind<hwy::float16_t, D> half;
    return hn::PromoteTo(d, hn::DemoteTo(half, x));
  }
};
#endif

}  // namespace HWY_NAMESPACE
}  // namespace halfulp::kernels
HWY_AFTER_NAMESPACE();

#endif  // HALFULP_KERNELS_SHORTCUT_INL_H_
