#include "halfulp/kernels/round_array.h"

#include <algorithm>
#include <cstdint>

#include "hwy/cache_control.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "halfulp/kernels/round_array.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
// Per target, after highway.h:
#include "halfulp/kernels/round-inl.h"
#include "halfulp/kernels/shortcut-inl.h"

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

// The numbers rounded, from the beginning; `out` is aligned.
template <Rounding kMode, class T, class StoreVector>
std::size_t RoundGroupsBy(const Shortcut<T>& shortcut, const T* in, T* out,
                          std::size_t count, const RoundParams<T>& params,
                          StoreVector store) {
  if constexpr (kMode == Rounding::nearest_even) {
    const auto by = [&](const auto& way) {
      return RoundGroups(way, in, out, count, params, shortcut, store);
    };
    switch (shortcut.kind) {
      case ShortcutKind::none:
        break;
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
    }
  }
  return 0;
}

template <Rounding kMode, class T, class StoreVector>
void RoundArray(const T* in, T* out, std::size_t count, const RoundParams<T>& params,
                const Shortcut<T>& shortcut, StoreVector store) {
  const hn::ScalableTag<T> d;
  const hn::CappedTag<T, 1> one;
  const std::size_t lanes = hn::Lanes(d);
  // Aligned stores are what makes this as fast as a copy; loads matter less.
  const std::size_t misaligned =
      reinterpret_cast<std::uintptr_t>(out) % (lanes * sizeof(T)) / sizeof(T);
  const std::size_t head = misaligned == 0 ? 0 : std::min(count, lanes - misaligned);
  std::size_t i = 0;
  for (; i < head; ++i) {
    hn::StoreU(Round<kMode>(one, hn::LoadU(one, in + i), params), one, out + i);
  }
  i += RoundGroupsBy<kMode>(shortcut, in + i, out + i, count - i, params, store);
  for (; i + lanes <= count; i += lanes) {
    store(Round<kMode>(d, hn::LoadU(d, in + i), params), d, out + i);
  }
  for (; i < count; ++i) {
    hn::StoreU(Round<kMode>(one, hn::LoadU(one, in + i), params), one, out + i);
  }
}

template <Rounding kMode, class T>
void RoundArray(const T* in, T* out, std::size_t count, const RoundParams<T>& params,
                const Shortcut<T>& shortcut) {
  constexpr std::size_t kBeyondCaches = std::size_t{8} << 20;  // bytes
  if (in != out && count * sizeof(T) >= kBeyondCaches) {
    RoundArray<kMode>(in, out, count, params, shortcut, StorePastCaches());
    hwy::FlushStream();
  } else {
    RoundArray<kMode>(in, out, count, params, shortcut, StoreCached());
  }
}

template <class T>
void RoundArrayInMode(Rounding mode, const T* in, T* out, std::size_t count,
                      const RoundParams<T>& params, const Shortcut<T>& shortcut) {
  switch (mode) {
    case Rounding::nearest_even:
      return RoundArray<Rounding::nearest_even>(in, out, count, params, shortcut);
    case Rounding::nearest_away:
      return RoundArray<Rounding::nearest_away>(in, out, count, params, shortcut);
    case Rounding::toward_zero:
      return RoundArray<Rounding::toward_zero>(in, out, count, params, shortcut);
    case Rounding::up:
      return RoundArray<Rounding::up>(in, out, count, params, shortcut);
    case Rounding::down:
      return RoundArray<Rounding::down>(in, out, count, params, shortcut);
    case Rounding::odd:
      return RoundArray<Rounding::odd>(in, out, count, params, shortcut);
  }
}

void RoundBinary32(Rounding mode, const float* in, float* out, std::size_t count,
                   const RoundParams<float>& params, const Shortcut<float>& shortcut) {
  RoundArrayInMode(mode, in, out, count, params, shortcut);
}

void RoundBinary64(Rounding mode, const double* in, double* out, std::size_t count,
                   const RoundParams<double>& params,
                   const Shortcut<double>& shortcut) {
  RoundArrayInMode(mode, in, out, count, params, shortcut);
}

}  // namespace HWY_NAMESPACE
}  // namespace halfulp::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace halfulp::kernels {
namespace {

HWY_EXPORT(RoundBinary32);
HWY_EXPORT(RoundBinary64);

}  // namespace

void round_array(Rounding mode, const float* in, float* out, std::size_t count,
                 const RoundParams<float>& params, const Shortcut<float>& shortcut) {
  HWY_DYNAMIC_DISPATCH(RoundBinary32)(mode, in, out, count, params, shortcut);
}

void round_array(Rounding mode, const double* in, double* out, std::size_t count,
                 const RoundParams<double>& params, const Shortcut<double>& shortcut) {
  HWY_DYNAMIC_DISPATCH(RoundBinary64)(mode, in, out, count, params, shortcut);
}

}  // namespace halfulp::kernels
#endif  // HWY_ONCE
