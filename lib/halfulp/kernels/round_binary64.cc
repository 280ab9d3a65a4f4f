#include "halfulp/kernels/round_lanes.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "halfulp/kernels/round_binary64.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
// Per target, after highway.h:
#include "halfulp/kernels/round_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace halfulp::kernels {
namespace HWY_NAMESPACE {

void RoundBinary64(Rounding mode, Stores stores, const double* in, double* out,
                   const std::uint32_t* words, std::size_t count,
                   const RoundParams<double>& params,
                   const Shortcut<double>& shortcut) {
  RoundArrayInMode(mode, stores, Arrays<double>{in, out, words, count}, params,
                   shortcut);
}

}  // namespace HWY_NAMESPACE
}  // namespace halfulp::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace halfulp::kernels {
namespace {

HWY_EXPORT(RoundBinary64);

}  // namespace

void round_lanes(Rounding mode, Stores stores, const double* in, double* out,
                 const std::uint32_t* words, std::size_t count,
                 const RoundParams<double>& params, const Shortcut<double>& shortcut) {
  HWY_DYNAMIC_DISPATCH(RoundBinary64)
  (mode, stores, in, out, words, count, params, shortcut);
}

}  // namespace halfulp::kernels
#endif  // HWY_ONCE
