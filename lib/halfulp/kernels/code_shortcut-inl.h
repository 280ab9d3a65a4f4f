// Ways to round and encode at once: included once per target, after hwy/highway.h.

#include "halfulp/kernels/encode_lanes.h"

#if defined(HALFULP_KERNELS_CODE_SHORTCUT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef HALFULP_KERNELS_CODE_SHORTCUT_INL_H_
#undef HALFULP_KERNELS_CODE_SHORTCUT_INL_H_
#else
#define HALFULP_KERNELS_CODE_SHORTCUT_INL_H_
#endif

#include "halfulp/kernels/shift-inl.h"

HWY_BEFORE_NAMESPACE();
namespace halfulp::kernels {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Vectors of at most a group's 64 numbers.
template <class T>
using Numbers = hn::CappedTag<T, kCodeGroup>;
template <class T>
using Signed = hn::RebindToSigned<Numbers<T>>;
template <class T>
using Unsigned = hn::RebindToUnsigned<Numbers<T>>;

// Constants are kept as vectors: bytes that are stored may alias any other constants.

// Each way makes codes of numbers or of their magnitudes: the last bits of lanes, whose other
// bits are 0 if kIsClean.

template <class T>
class ByFields {
 public:
  static constexpr bool kIsClean = true;

  explicit ByFields(const CodeShortcut<T>& s)
      : shift_(s.dropped_bits),
        below_half_(hn::Set(Signed<T>(), (LaneBits<T>{1} << (s.dropped_bits - 1)) - 1 -
                                             (s.offset << s.dropped_bits))),
        parity_flip_(hn::Set(Signed<T>(), s.parity_flip)) {}

  HWY_INLINE hn::Vec<Signed<T>> operator()(hn::Vec<Numbers<T>> /*x*/,
                                           hn::Vec<Numbers<T>> magnitude) const {
    const Signed<T> di;
    const auto bits = hn::BitCast(di, magnitude);
    const auto odd = hn::And(hn::Xor(shift_.Right(bits), parity_flip_), hn::Set(di, 1));
    return shift_.Right(hn::Add(hn::Add(bits, below_half_), odd));
  }

 private:
  Shift<Unsigned<T>> shift_;
  hn::Vec<Signed<T>> below_half_;  // less the offset
  hn::Vec<Signed<T>> parity_flip_;
};

template <class T>
class OnGrid {
 public:
  static constexpr bool kIsClean = false;

  explicit OnGrid(const CodeShortcut<T>& s)
      : shift_(s.dropped_bits),
        least_(hn::Set(Numbers<T>(), s.least)),
        scale_(hn::Set(Numbers<T>(), s.scale)) {}

  HWY_INLINE hn::Vec<Signed<T>> operator()(hn::Vec<Numbers<T>> /*x*/,
                                           hn::Vec<Numbers<T>> magnitude) const {
    const Signed<T> di;
    // A power of two, which makes the product exact.
    const auto binade = hn::And(hn::Max(magnitude, least_), hn::Inf(Numbers<T>()));
    const auto sum = hn::MulAdd(binade, scale_, magnitude);
    return hn::Add(hn::BitCast(di, sum), shift_.Right(hn::BitCast(di, binade)));
  }

 private:
  Shift<Unsigned<T>> shift_;
  hn::Vec<Numbers<T>> least_, scale_;
};

template <class T>
class OfComplement {
 public:
  static constexpr bool kIsClean = false;

  explicit OfComplement(const CodeShortcut<T>& s)
      : magic_(hn::Set(Numbers<T>(), s.magic)),
        lowest_(hn::Set(Numbers<T>(), s.lowest)),
        max_(hn::Set(Numbers<T>(), s.max)) {}

  HWY_INLINE hn::Vec<Signed<T>> operator()(hn::Vec<Numbers<T>> x,
                                           hn::Vec<Numbers<T>> /*magnitude*/) const {
    const auto held = hn::Min(hn::Max(x, lowest_), max_);
    return hn::BitCast(Signed<T>(), hn::Add(held, magic_));
  }

 private:
  hn::Vec<Numbers<T>> magic_, lowest_, max_;
};

}  // namespace HWY_NAMESPACE
}  // namespace halfulp::kernels
HWY_AFTER_NAMESPACE();

#endif  // HALFULP_KERNELS_CODE_SHORTCUT_INL_H_
