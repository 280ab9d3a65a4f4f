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

template <Rounding kMode, class T>
void RoundArray(const T* in, T* out, std::size_t count, const RoundParams<T>& params) {
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
  for (; i + lanes <= count; i += lanes) {
    hn::Store(Round<kMode>(d, hn::LoadU(d, in + i), params), d, out + i);
  }
  for (; i < count; ++i) {
    hn::StoreU(Round<kMode>(one, hn::LoadU(one, in + i), params), one, out + i);
  }
}

template <class T>
void RoundArrayInMode(Rounding mode, const T* in, T* out, std::size_t count,
                      const RoundParams<T>& params) {
  switch (mode) {
    case Rounding::nearest_even:
      return RoundArray<Rounding::nearest_even>(in, out, count, params);
    case Rounding::nearest_away:
      return RoundArray<Rounding::nearest_away>(in, out, count, params);
    case Rounding::toward_zero:
      return RoundArray<Rounding::toward_zero>(in, out, count, params);
    case Rounding::up:
      return RoundArray<Rounding::up>(in, out, count, params);
    case Rounding::down:
      return RoundArray<Rounding::down>(in, out, count, params);
    case Rounding::odd:
      return RoundArray<Rounding::odd>(in, out, count, params);
  }
}

void RoundBinary32(Rounding mode, const float* in, float* out, std::size_t count,
                   const RoundParams<float>& params) {
  RoundArrayInMode(mode, in, out, count, params);
}

void RoundBinary64(Rounding mode, const double* in, double* out, std::size_t count,
                   const RoundParams<double>& params) {
  RoundArrayInMode(mode, in, out, count, params);
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
                 const RoundParams<float>& params) {
  HWY_DYNAMIC_DISPATCH(RoundBinary32)(mode, in, out, count, params);
}

void round_array(Rounding mode, const double* in, double* out, std::size_t count,
                 const RoundParams<double>& params) {
  HWY_DYNAMIC_DISPATCH(RoundBinary64)(mode, in, out, count, params);
}

}  // namespace halfulp::kernels
#endif  // HWY_ONCE
