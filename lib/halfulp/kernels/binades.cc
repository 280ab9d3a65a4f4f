#include "halfulp/kernels/binades.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "halfulp/kernels/binades.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace halfulp::kernels {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

template <class D, class T = hn::TFromD<D>, class Bits>
HWY_INLINE void TakeVector(D d, const T* x, const Binades<Bits>& binades, const T* from,
                           T* out) {
  const hn::RebindToSigned<D> di;
  const auto u = hn::BitCast(di, hn::Abs(hn::LoadU(d, x)));
  const auto within = hn::AndNot(hn::Lt(u, hn::Set(di, binades.begin)),
                                 hn::Lt(u, hn::Set(di, binades.end)));
  const auto taken =
      hn::IfThenElse(hn::RebindMask(d, within), hn::LoadU(d, from), hn::LoadU(d, out));
  hn::StoreU(taken, d, out);
}

template <class T, class Bits>
void Take(const T* HWY_RESTRICT x, std::size_t count, const Binades<Bits>& binades,
          const T* HWY_RESTRICT from, T* HWY_RESTRICT out) {
  const hn::ScalableTag<T> d;
  const hn::CappedTag<T, 1> one;
  const std::size_t lanes = hn::Lanes(d);
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes)
    TakeVector(d, x + i, binades, from + i, out + i);
  for (; i < count; ++i) TakeVector(one, x + i, binades, from + i, out + i);
}

}  // namespace

void Take32(const float* x, std::size_t count, const Binades<std::int32_t>& binades,
            const float* from, float* out) {
  Take(x, count, binades, from, out);
}
void Take64(const double* x, std::size_t count, const Binades<std::int64_t>& binades,
            const double* from, double* out) {
  Take(x, count, binades, from, out);
}

}  // namespace HWY_NAMESPACE
}  // namespace halfulp::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace halfulp::kernels {
namespace {

HWY_EXPORT(Take32);
HWY_EXPORT(Take64);

}  // namespace

void take_in_binades(const float* x, std::size_t count,
                     const Binades<std::int32_t>& binades, const float* from,
                     float* out) {
  HWY_DYNAMIC_DISPATCH(Take32)(x, count, binades, from, out);
}

void take_in_binades(const double* x, std::size_t count,
                     const Binades<std::int64_t>& binades, const double* from,
                     double* out) {
  HWY_DYNAMIC_DISPATCH(Take64)(x, count, binades, from, out);
}

}  // namespace halfulp::kernels
#endif  // HWY_ONCE
