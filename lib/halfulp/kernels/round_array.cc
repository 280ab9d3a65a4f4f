#include "halfulp/kernels/round_array.h"

#include <algorithm>
#include <cstdint>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "halfulp/kernels/round_array.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
// Per target, after highway.h:
#include "halfulp/kernels/round-inl.h"

HWY_BEFORE_NAMESPACE();
namespace halfulp::kernels {
namespace HWY_NAMESPACE {

// The words of the lanes, in their highest bits.
template <class D>
Pattern<D> LoadWords(D /*tag*/, const std::uint32_t* words) {
  const SignedTag<D> di;
  const hn::Rebind<std::uint32_t, D> du32;
  const auto loaded = hn::LoadU(du32, words);
  if constexpr (sizeof(hn::TFromD<D>) == 4) {
    return hn::BitCast(di, loaded);
  } else {
    const hn::RebindToUnsigned<SignedTag<D>> du;
    return hn::BitCast(di, hn::ShiftLeft<32>(hn::PromoteTo(du, loaded)));
  }
}

template <Rounding kMode, class D, class T>
HWY_INLINE hn::Vec<D> RoundAt(D d, const T* in, const std::uint32_t* words,
                              std::size_t i, const RoundParams<T>& params) {
  const auto x = hn::LoadU(d, in + i);
  if constexpr (is_stochastic(kMode)) {
    return Round<kMode>(d, x, LoadWords(d, words + i), params);
  } else {
    return Round<kMode>(d, x, params);
  }
}

template <Rounding kMode, class T>
void RoundArray(const T* in, T* out, const std::uint32_t* words, std::size_t count,
                const RoundParams<T>& params) {
  const hn::ScalableTag<T> d;
  const hn::CappedTag<T, 1> one;
  const std::size_t lanes = hn::Lanes(d);
  // Aligned stores are what makes this as fast as a copy; loads matter less.
  const std::size_t misaligned =
      reinterpret_cast<std::uintptr_t>(out) % (lanes * sizeof(T)) / sizeof(T);
  const std::size_t head = misaligned == 0 ? 0 : std::min(count, lanes - misaligned);
  std::size_t i = 0;
  for (; i < head; ++i) {
    hn::StoreU(RoundAt<kMode>(one, in, words, i, params), one, out + i);
  }
  for (; i + lanes <= count; i += lanes) {
    hn::Store(RoundAt<kMode>(d, in, words, i, params), d, out + i);
  }
  for (; i < count; ++i) {
    hn::StoreU(RoundAt<kMode>(one, in, words, i, params), one, out + i);
  }
}

template <class T>
void RoundArrayInMode(Rounding mode, const T* in, T* out, const std::uint32_t* words,
                      std::size_t count, const RoundParams<T>& params) {
  switch (mode) {
#define HALFULP_CASE(mode) \
  case Rounding::mode:     \
    return RoundArray<Rounding::mode>(in, out, words, count, params)
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

void RoundBinary32(Rounding mode, const float* in, float* out,
                   const std::uint32_t* words, std::size_t count,
                   const RoundParams<float>& params) {
  RoundArrayInMode(mode, in, out, words, count, params);
}

void RoundBinary64(Rounding mode, const double* in, double* out,
                   const std::uint32_t* words, std::size_t count,
                   const RoundParams<double>& params) {
  RoundArrayInMode(mode, in, out, words, count, params);
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

void round_array(Rounding mode, const float* in, float* out, const std::uint32_t* words,
                 std::size_t count, const RoundParams<float>& params) {
  HWY_DYNAMIC_DISPATCH(RoundBinary32)(mode, in, out, words, count, params);
}

void round_array(Rounding mode, const double* in, double* out,
                 const std::uint32_t* words, std::size_t count,
                 const RoundParams<double>& params) {
  HWY_DYNAMIC_DISPATCH(RoundBinary64)(mode, in, out, words, count, params);
}

}  // namespace halfulp::kernels
#endif  // HWY_ONCE
