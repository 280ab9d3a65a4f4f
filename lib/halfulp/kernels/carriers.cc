#include "halfulp/kernels/carriers.h"

#include "halfulp/base/binary64.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "halfulp/kernels/carriers.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace halfulp::kernels {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using Doubles = hn::ScalableTag<double>;
using HalfFloats = hn::Rebind<float, Doubles>;

}  // namespace

void Narrow(const double* HWY_RESTRICT in, float* HWY_RESTRICT out, std::size_t count) {
  const Doubles d;
  const HalfFloats df;
  const hn::RebindToUnsigned<Doubles> du;
  const hn::RebindToUnsigned<HalfFloats> dw;
  const auto infinity = hn::BitCast(du, hn::Inf(d));
  std::size_t i = 0;
  for (; i + hn::Lanes(d) <= count; i += hn::Lanes(d)) {
    const auto x = hn::LoadU(d, in + i);
    // A conversion would make signalling NaNs quiet, and on some targets infinities finite.
    const auto bits = hn::BitCast(du, x);
    const auto sign = hn::And(hn::ShiftRight<32>(bits), hn::Set(du, 0x80000000));
    const auto fraction = hn::And(hn::ShiftRight<29>(bits), hn::Set(du, 0x7FFFFF));
    const auto special = hn::Or(hn::Or(sign, fraction), hn::Set(du, 0x7F800000));
    const auto is_special =
        hn::VecFromMask(du, hn::Eq(hn::And(bits, infinity), infinity));
    const auto number = hn::IfThenElse(
        hn::MaskFromVec(hn::BitCast(df, hn::TruncateTo(dw, is_special))),
        hn::BitCast(df, hn::TruncateTo(dw, special)), hn::DemoteTo(df, x));
    hn::StoreU(number, df, out + i);
  }
  for (; i < count; ++i) out[i] = narrow_exactly(in[i]);
}

void Widen(const float* HWY_RESTRICT in, double* HWY_RESTRICT out, std::size_t count) {
  std::size_t i = 0;
  for (; i + hn::Lanes(Doubles()) <= count; i += hn::Lanes(Doubles())) {
    const auto numbers = hn::PromoteTo(Doubles(), hn::LoadU(HalfFloats(), in + i));
    hn::StoreU(numbers, Doubles(), out + i);
  }
  for (; i < count; ++i) out[i] = static_cast<double>(in[i]);
}

}  // namespace HWY_NAMESPACE
}  // namespace halfulp::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace halfulp::kernels {
namespace {

HWY_EXPORT(Narrow);
HWY_EXPORT(Widen);

}  // namespace

void narrow_lanes(const double* in, float* out, std::size_t count) {
  HWY_DYNAMIC_DISPATCH(Narrow)(in, out, count);
}

void widen_lanes(const float* in, double* out, std::size_t count) {
  HWY_DYNAMIC_DISPATCH(Widen)(in, out, count);
}

}  // namespace halfulp::kernels
#endif  // HWY_ONCE
