// Rounding of arrays: included once per target, after hwy/highway.h.

#include "halfulp/kernels/round_lanes.h"

#if defined(HALFULP_KERNELS_ROUND_LANES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef HALFULP_KERNELS_ROUND_LANES_INL_H_
#undef HALFULP_KERNELS_ROUND_LANES_INL_H_
#else
#define HALFULP_KERNELS_ROUND_LANES_INL_H_
#endif

#include <algorithm>
#include <cstdint>

#include "halfulp/kernels/round-inl.h"
#include "halfulp/kernels/shortcut-inl.h"
#include "hwy/cache_control.h"

HWY_BEFORE_NAMESPACE();
namespace halfulp::kernels {
namespace HWY_NAMESPACE {

struct StoreCached {
  template <class D>
  HWY_INLINE void operator()(hn::Vec<D> v, D d, hn::TFromD<D>* out) const {
    hn::Store(v, d, out);
  }
};

// Past the caches, into which no line of the output need be read first.
struct StorePastCaches {
  template <class D>
  HWY_INLINE void operator()(hn::Vec<D> v, D d, hn::TFromD<D>* out) const {
    hn::Stream(v, d, out);
  }
};

// The words of the lanes, in their highest bits.
template <Rounding kMode, class D>
auto LoadWords(D /*tag*/, const std::uint32_t* words) {
  if constexpr (!is_stochastic(kMode)) {
    return NoWords{};
  } else {
    const SignedTag<D> di;
    const auto loaded = hn::LoadU(hn::Rebind<std::uint32_t, D>(), words);
    if constexpr (sizeof(hn::TFromD<D>) == 4) {
      return hn::BitCast(di, loaded);
    } else {
      const hn::RebindToUnsigned<SignedTag<D>> du;
      return hn::BitCast(di, hn::ShiftLeft<32>(hn::PromoteTo(du, loaded)));
    }
  }
}

template <class T>
struct Arrays {
  const T* in;
  T* out;
  const std::uint32_t* words;  // null but for stochastic modes
  std::size_t count;

  Arrays from(std::size_t i) const {
    return {in + i, out + i, words == nullptr ? nullptr : words + i, count - i};
  }
};

// Element i and those that follow it, in the lanes of d.
template <Rounding kMode, class D, class T>
HWY_INLINE hn::Vec<D> RoundAt(D d, const Arrays<T>& x, std::size_t i,
                              const RoundParams<T>& params) {
  return Round<kMode>(d, hn::LoadU(d, x.in + i), LoadWords<kMode>(d, x.words + i),
                      params);
}

// Rounds groups of four vectors for as long as there are any; the count of numbers rounded.
// Where a group has a magnitude out of the way's range, the general function rounds it.
template <Rounding kMode, class Way, class T, class StoreVector>
std::size_t RoundGroups(const Way& way, const Arrays<T>& x,
                        const RoundParams<T>& params, StoreVector store) {
  const hn::ScalableTag<T> d;
  const std::size_t lanes = hn::Lanes(d);
  std::size_t i = 0;
  for (; i + 4 * lanes <= x.count; i += 4 * lanes) {
    const auto x0 = hn::LoadU(d, x.in + i);
    const auto x1 = hn::LoadU(d, x.in + i + lanes);
    const auto x2 = hn::LoadU(d, x.in + i + 2 * lanes);
    const auto x3 = hn::LoadU(d, x.in + i + 3 * lanes);
    if (HWY_UNLIKELY(!way.Takes(d, x0, x1, x2, x3))) {
      for (std::size_t j = i; j < i + 4 * lanes; j += lanes) {
        store(RoundAt<kMode>(d, x, j, params), d, x.out + j);
      }
      continue;
    }
    const auto words = [&](std::size_t vector) {
      return LoadWords<kMode>(d, x.words + i + vector * lanes);
    };
    store(way.Round(d, x0, words(0)), d, x.out + i);
    store(way.Round(d, x1, words(1)), d, x.out + i + lanes);
    store(way.Round(d, x2, words(2)), d, x.out + i + 2 * lanes);
    store(way.Round(d, x3, words(3)), d, x.out + i + 3 * lanes);
  }
  return i;
}

// The numbers rounded, from the beginning; `x.out` is aligned.
template <Rounding kMode, class T, class StoreVector>
std::size_t RoundGroupsBy(const Shortcut<T>& shortcut, const Arrays<T>& x,
                          const RoundParams<T>& params, StoreVector store) {
  const auto by = [&](const auto& way) {
    return RoundGroups<kMode>(way, x, params, store);
  };
  if constexpr (is_stochastic(kMode)) {
    const bool has_least = shortcut.least > 0;
    if (shortcut.kind == ShortcutKind::random_bits) {
      if (has_least) return by(RandomBits<T, true>(params, shortcut));
      return by(RandomBits<T, false>(params, shortcut));
    }
    if (shortcut.kind == ShortcutKind::random_increment) {
      if (has_least) return by(RandomIncrements<kMode, T, true>(params, shortcut));
      return by(RandomIncrements<kMode, T, false>(params, shortcut));
    }
  } else if constexpr (kMode == Rounding::nearest_even) {
    switch (shortcut.kind) {
      case ShortcutKind::same_exponents:
        return by(SameExponents<T>(params, shortcut));
      case ShortcutKind::binary16:
#if HWY_TARGET <= HWY_AVX2 && HWY_ARCH_X86
        if constexpr (sizeof(T) == 4) return by(Binary16(params, shortcut));
#endif
        // Not here: its limit is not that of the scaled grid.
        break;
      case ShortcutKind::scaled_grid:
        if (shortcut.clamps) return by(ScaledGrid<T, true>(params, shortcut));
        return by(ScaledGrid<T, false>(params, shortcut));
      default:
        break;
    }
  }
  return 0;
}

template <Rounding kMode, class T, class StoreVector>
void RoundArray(const Arrays<T>& x, const RoundParams<T>& params,
                const Shortcut<T>& shortcut, StoreVector store) {
  const hn::ScalableTag<T> d;
  const hn::CappedTag<T, 1> one;
  const std::size_t lanes = hn::Lanes(d);
  // Aligned stores are what makes this as fast as a copy; loads matter less.
  const std::size_t misaligned =
      reinterpret_cast<std::uintptr_t>(x.out) % (lanes * sizeof(T)) / sizeof(T);
  const std::size_t head = misaligned == 0 ? 0 : std::min(x.count, lanes - misaligned);
  std::size_t i = 0;
  for (; i < head; ++i) {
    hn::StoreU(RoundAt<kMode>(one, x, i, params), one, x.out + i);
  }
  i += RoundGroupsBy<kMode>(shortcut, x.from(i), params, store);
  for (; i + lanes <= x.count; i += lanes) {
    store(RoundAt<kMode>(d, x, i, params), d, x.out + i);
  }
  for (; i < x.count; ++i) {
    hn::StoreU(RoundAt<kMode>(one, x, i, params), one, x.out + i);
  }
}

template <Rounding kMode, class T>
void RoundArrayTo(Stores stores, const Arrays<T>& x, const RoundParams<T>& params,
                  const Shortcut<T>& shortcut) {
  if (stores == Stores::past_caches) {
    RoundArray<kMode>(x, params, shortcut, StorePastCaches());
  } else {
    RoundArray<kMode>(x, params, shortcut, StoreCached());
  }
}

template <class T>
void RoundArrayInMode(Rounding mode, Stores stores, const Arrays<T>& x,
                      const RoundParams<T>& params, const Shortcut<T>& shortcut) {
  switch (mode) {
#define HALFULP_CASE(mode) \
  case Rounding::mode:     \
    return RoundArrayTo<Rounding::mode>(stores, x, params, shortcut)
    HALFULP_CASE(nearest_even);
    HALFULP_CASE(nearest_away);
    HALFULP_CASE(nearest_toward_zero);
    HALFULP_CASE(toward_zero);
    HALFULP_CASE(up);
    HALFULP_CASE(down);
    HALFULP_CASE(away);
    HALFULP_CASE(odd);
    HALFULP_CASE(stochastic_a);
    HALFULP_CASE(stochastic_b);
    HALFULP_CASE(stochastic_c);
    HALFULP_CASE(stochastic_equal);
#undef HALFULP_CASE
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace halfulp::kernels
HWY_AFTER_NAMESPACE();

#endif  // HALFULP_KERNELS_ROUND_LANES_INL_H_
