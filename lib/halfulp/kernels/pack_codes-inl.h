// Codes with their signs, narrowed: included once per target, after hwy/highway.h.

#include <cstddef>
#include <cstdint>

#include "halfulp/kernels/code_shortcut.h"

#if defined(HALFULP_KERNELS_PACK_CODES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef HALFULP_KERNELS_PACK_CODES_INL_H_
#undef HALFULP_KERNELS_PACK_CODES_INL_H_
#else
#define HALFULP_KERNELS_PACK_CODES_INL_H_
#endif

// Anew for each target.
#undef HALFULP_PACK
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
#define HALFULP_PACK(op) _mm512_##op
#elif HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX2
#define HALFULP_PACK(op) _mm256_##op
#endif

HWY_BEFORE_NAMESPACE();
namespace halfulp::kernels {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// The codes of magnitudes, and lanes that have the signs as their highest bits.
template <class V>
struct SignedCodes {
  V codes;
  V signs;
};

// Joins them, in unsigned lanes of D.
template <class D>
class SignJoiner {
 public:
  template <class T>
  explicit SignJoiner(const CodeShortcut<T>& shortcut)
      : shift_(shortcut.has_sign
                   ? 8 * static_cast<int>(sizeof(Lane)) - 1 - shortcut.code_bits
                   : 0),
        zero_has_sign_(shortcut.zero_has_sign),
        sign_(Set(shortcut.has_sign ? 1U << shortcut.code_bits : 0)),
        greatest_(Set((1U << shortcut.code_bits) - 1)) {}

  HWY_INLINE hn::Vec<D> operator()(SignedCodes<hn::Vec<D>> x) const {
    const auto signs = shift_ == 0 ? x.signs : Shifted(x.signs);
    if (zero_has_sign_) return hn::OrAnd(x.codes, signs, sign_);
    // Has the bit of the sign where the code is not 0.
    const auto nonzero = hn::Add(x.codes, greatest_);
    return hn::OrAnd(x.codes, signs, hn::And(nonzero, sign_));
  }

 private:
  using Lane = hn::TFromD<D>;

  static hn::Vec<D> Set(std::uint32_t x) { return hn::Set(D(), static_cast<Lane>(x)); }

  // There are no shifts of bytes; what other bytes shift in is no sign.
  HWY_INLINE hn::Vec<D> Shifted(hn::Vec<D> v) const {
    if constexpr (sizeof(Lane) == 1) {
      const hn::Repartition<std::uint16_t, D> wide;
      return hn::BitCast(D(), hn::ShiftRightSame(hn::BitCast(wide, v), shift_));
    } else {
      return hn::ShiftRightSame(v, shift_);
    }
  }

  int shift_;
  bool zero_has_sign_;
  hn::Vec<D> sign_, greatest_;
};

#ifdef HALFULP_PACK

// Four vectors of 32-bit lanes to one of bytes, or two to one of 16-bit lanes. Packing
// saturates, which keeps codes and signs as they are, and takes 128 bits of each vector in
// turn, so that groups of 32 bits have to be put in order.
template <class Code>
class CodePacker {
  using Words = hn::ScalableTag<std::uint32_t>;
  using Codes = hn::Repartition<Code, Words>;

 public:
  template <class T>
  explicit CodePacker(const CodeShortcut<T>& shortcut) : join_(shortcut) {
    constexpr std::size_t kBlocks = hn::MaxLanes(Words()) / 4;
    constexpr std::size_t kWords = 4 / kVectors;  // of each vector and block
    std::size_t to = 0;
    for (std::size_t vector = 0; vector < kVectors; ++vector) {
      for (std::size_t block = 0; block < kBlocks; ++block) {
        for (std::size_t word = 0; word < kWords; ++word)
          order_[to++] = static_cast<std::int32_t>(4 * block + kWords * vector + word);
      }
    }
  }

  static constexpr std::size_t kVectors = 4 / sizeof(Code);

  HWY_INLINE void Store(const SignedCodes<hn::Vec<Words>> (&x)[kVectors],
                        Code* out) const {
    const Words words;
    const Codes codes;
    const auto joined = hn::BitCast(words, join_(Pack(x)));
    const auto in_order =
        hn::TableLookupLanes(joined, hn::SetTableIndices(words, order_));
    hn::StoreU(hn::BitCast(codes, in_order), codes, out);
  }

 private:
  static HWY_INLINE auto Pack(const SignedCodes<hn::Vec<Words>> (&x)[1]) {
    return x[0];
  }
  static HWY_INLINE SignedCodes<hn::Vec<Codes>> Pack(
      const SignedCodes<hn::Vec<Words>> (&x)[2]) {
    return {{HALFULP_PACK(packus_epi32)(x[0].codes.raw, x[1].codes.raw)},
            {HALFULP_PACK(packs_epi32)(x[0].signs.raw, x[1].signs.raw)}};
  }
  static HWY_INLINE SignedCodes<hn::Vec<Codes>> Pack(
      const SignedCodes<hn::Vec<Words>> (&x)[4]) {
    const auto codes0 = HALFULP_PACK(packs_epi32)(x[0].codes.raw, x[1].codes.raw);
    const auto codes1 = HALFULP_PACK(packs_epi32)(x[2].codes.raw, x[3].codes.raw);
    const auto signs0 = HALFULP_PACK(packs_epi32)(x[0].signs.raw, x[1].signs.raw);
    const auto signs1 = HALFULP_PACK(packs_epi32)(x[2].signs.raw, x[3].signs.raw);
    return {{HALFULP_PACK(packus_epi16)(codes0, codes1)},
            {HALFULP_PACK(packs_epi16)(signs0, signs1)}};
  }

  SignJoiner<Codes> join_;
  HWY_ALIGN std::int32_t order_[hn::MaxLanes(Words())];
};

#endif

}  // namespace HWY_NAMESPACE
}  // namespace halfulp::kernels
HWY_AFTER_NAMESPACE();

#endif  // HALFULP_KERNELS_PACK_CODES_INL_H_
