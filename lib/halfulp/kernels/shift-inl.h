// Shifts by a count that is known when the kernel runs: included once per target, after
// hwy/highway.h.

#if defined(HALFULP_KERNELS_SHIFT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef HALFULP_KERNELS_SHIFT_INL_H_
#undef HALFULP_KERNELS_SHIFT_INL_H_
#else
#define HALFULP_KERNELS_SHIFT_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace halfulp::kernels {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// On AVX2 and later a vector of counts takes one instruction, elsewhere one count for all.
// D is a tag of unsigned lanes.
template <class D>
class Shift {
 public:
  using Lane = hn::TFromD<D>;
  using Vector = hn::Vec<D>;

  explicit Shift(int bits)
      : bits_(bits), counts_(hn::Set(D(), static_cast<Lane>(bits))) {}

  // Lanes of any kind, shifted as unsigned ones.
  template <class V>
  HWY_INLINE V Right(V v) const {
    const auto u = hn::BitCast(D(), v);
#if HWY_TARGET <= HWY_AVX2 && HWY_ARCH_X86
    return hn::BitCast(hn::DFromV<V>(), hn::Shr(u, counts_));
#else
    return hn::BitCast(hn::DFromV<V>(), hn::ShiftRightSame(u, bits_));
#endif
  }
  template <class V>
  HWY_INLINE V Left(V v) const {
    const auto u = hn::BitCast(D(), v);
#if HWY_TARGET <= HWY_AVX2 && HWY_ARCH_X86
    return hn::BitCast(hn::DFromV<V>(), hn::Shl(u, counts_));
#else
    return hn::BitCast(hn::DFromV<V>(), hn::ShiftLeftSame(u, bits_));
#endif
  }

 private:
  int bits_;
  Vector counts_;
};

}  // namespace HWY_NAMESPACE
}  // namespace halfulp::kernels
HWY_AFTER_NAMESPACE();

#endif  // HALFULP_KERNELS_SHIFT_INL_H_
