#include "halfulp/kernels/encode_lanes.h"

#include <cstdint>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "halfulp/kernels/encode_lanes.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
// Per target, after highway.h:
#include "halfulp/kernels/code_shortcut-inl.h"
#include "halfulp/kernels/pack_codes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace halfulp::kernels {
namespace HWY_NAMESPACE {
namespace {

// What an encoder does about the ends of the range.
struct Keeps {
  static constexpr bool kClamps = false, kHasLeast = false;
};
struct Clamps {
  static constexpr bool kClamps = true, kHasLeast = false;
};
struct ClampsAboveLeast {
  static constexpr bool kClamps = true, kHasLeast = true;
};

// The codes of vectors of numbers, and whether their magnitudes are within the limits.
// Constants are kept as vectors: bytes that are stored may alias any others.
template <class Ends, class Way, class T>
class Encoder {
 public:
  Encoder(const CodeShortcut<T>& shortcut, const EncodeLimit<T>& limit)
      : way_(shortcut),
        max_(hn::Set(Numbers<T>(), limit.max)),
        limit_(hn::Set(Signed<T>(), limit.pattern)),
        least_(hn::Set(Signed<T>(), shortcut.least_field)),
        // Without signs negative numbers are below the least one.
        magnitude_(hn::Set(Signed<T>(), shortcut.takes_negative()
                                            ? std::numeric_limits<LaneBits<T>>::max()
                                            : -1)),
        mask_(hn::Set(
            Signed<T>(),
            static_cast<LaneBits<T>>(~std::uint32_t{0} >> (32 - shortcut.code_bits)))),
        largest_(hn::Zero(Signed<T>())),
        smallest_(limit_) {}

  // In lanes of T.
  HWY_INLINE SignedCodes<hn::Vec<Unsigned<T>>> Load(const T* in) {
    const Numbers<T> d;
    const Signed<T> di;
    const Unsigned<T> du;
    const auto x = hn::LoadU(d, in);
    const auto bits = hn::And(hn::BitCast(di, x), magnitude_);
    largest_ = hn::Max(largest_, bits);
    if constexpr (Ends::kHasLeast) smallest_ = hn::Min(smallest_, bits);
    auto magnitude = hn::BitCast(d, bits);
    if constexpr (Ends::kClamps) magnitude = hn::Min(magnitude, max_);
    auto codes = way_(x, magnitude);
    if constexpr (!Way::kIsClean) codes = hn::And(codes, mask_);
    return {hn::BitCast(du, codes), hn::BitCast(du, x)};
  }

  // Of all loaded so far; once one is not, the encoder is done with.
  HWY_INLINE bool AreWithinLimits() const {
    auto outside = hn::Gt(largest_, limit_);
    if constexpr (Ends::kHasLeast) outside = hn::Or(outside, hn::Lt(smallest_, least_));
    return hn::AllFalse(Signed<T>(), outside);
  }

 private:
  Way way_;
  hn::Vec<Numbers<T>> max_;
  hn::Vec<Signed<T>> limit_, least_, magnitude_, mask_, largest_, smallest_;
};

#ifdef HALFULP_PACK

using Words = hn::ScalableTag<std::uint32_t>;

// In lanes of 32 bits.
template <class LoadNumbers>
HWY_INLINE SignedCodes<hn::Vec<Words>> LoadWords(LoadNumbers& numbers,
                                                 const float* in) {
  return numbers.Load(in);
}
template <class LoadNumbers>
HWY_INLINE SignedCodes<hn::Vec<Words>> LoadWords(LoadNumbers& numbers,
                                                 const double* in) {
  const Words words;
  const auto x0 = numbers.Load(in);
  const auto x1 = numbers.Load(in + hn::Lanes(words) / 2);
  return {
      hn::ConcatEven(words, hn::BitCast(words, x1.codes), hn::BitCast(words, x0.codes)),
      hn::ConcatOdd(words, hn::BitCast(words, x1.signs), hn::BitCast(words, x0.signs))};
}

template <class T, class Code>
class GroupStore {
 public:
  explicit GroupStore(const CodeShortcut<T>& shortcut) : packer_(shortcut) {}

  template <class LoadNumbers>
  HWY_INLINE void Encode(LoadNumbers& numbers, const T* in, Code* codes) const {
    constexpr std::size_t kVectors = CodePacker<Code>::kVectors;
    constexpr std::size_t kLanes = hn::MaxLanes(Words());
    for (std::size_t i = 0; i < kCodeGroup; i += kVectors * kLanes) {
      SignedCodes<hn::Vec<Words>> x[kVectors];
      for (std::size_t j = 0; j < kVectors; ++j)
        x[j] = LoadWords(numbers, in + i + j * kLanes);
      packer_.Store(x, codes + i);
    }
  }

 private:
  CodePacker<Code> packer_;
};

#else

template <class T, class Code>
class GroupStore {
 public:
  explicit GroupStore(const CodeShortcut<T>& shortcut) : join_(shortcut) {}

  template <class LoadNumbers>
  HWY_INLINE void Encode(LoadNumbers& numbers, const T* in, Code* codes) const {
    for (std::size_t i = 0; i < kCodeGroup; i += hn::Lanes(Numbers<T>()))
      Store(join_(InWords(numbers.Load(in + i))), codes + i);
  }

 private:
  using Words = hn::Rebind<std::uint32_t, Numbers<T>>;

  static HWY_INLINE SignedCodes<hn::Vec<Words>> InWords(
      SignedCodes<hn::Vec<Unsigned<T>>> x) {
    if constexpr (sizeof(T) == 4) {
      return x;
    } else {
      return {hn::TruncateTo(Words(), x.codes),
              hn::TruncateTo(Words(), hn::ShiftRight<32>(x.signs))};
    }
  }
  static HWY_INLINE void Store(hn::Vec<Words> words, Code* out) {
    const hn::Rebind<Code, Words> narrow;
    if constexpr (sizeof(Code) == 4) {
      hn::StoreU(words, narrow, out);
    } else {
      hn::StoreU(hn::TruncateTo(narrow, words), narrow, out);
    }
  }

  SignJoiner<Words> join_;
};

#endif

template <class Ends, class Way, class T, class Code>
std::size_t EncodeBy(const T* HWY_RESTRICT in, Code* HWY_RESTRICT codes,
                     std::size_t count, const CodeShortcut<T>& shortcut,
                     const EncodeLimit<T>& limit) {
  const GroupStore<T, Code> store(shortcut);
  Encoder<Ends, Way, T> encoder(shortcut, limit);
  for (std::size_t i = 0; i < count; i += kCodeGroup) {
    store.Encode(encoder, in + i, codes + i);
    if (HWY_UNLIKELY(!encoder.AreWithinLimits())) return i;
  }
  return count;
}

template <class Way, class T, class Code>
std::size_t EncodeAtEnds(const T* in, Code* codes, std::size_t count,
                         const CodeShortcut<T>& shortcut, const EncodeLimit<T>& limit) {
  if (shortcut.least_field > 0 || !shortcut.takes_negative())
    return EncodeBy<ClampsAboveLeast, Way>(in, codes, count, shortcut, limit);
  if (limit.clamps) return EncodeBy<Clamps, Way>(in, codes, count, shortcut, limit);
  return EncodeBy<Keeps, Way>(in, codes, count, shortcut, limit);
}

template <class T, class Code>
std::size_t Encode(const T* in, Code* codes, std::size_t count,
                   const CodeShortcut<T>& shortcut, const EncodeLimit<T>& limit) {
  switch (shortcut.kind) {
    case CodeShortcutKind::fields:
      return EncodeAtEnds<ByFields<T>>(in, codes, count, shortcut, limit);
    case CodeShortcutKind::grid:
      return EncodeAtEnds<OnGrid<T>>(in, codes, count, shortcut, limit);
    case CodeShortcutKind::complement:  // clamps by itself
      break;
  }
  return EncodeBy<Keeps, OfComplement<T>>(in, codes, count, shortcut, limit);
}

}  // namespace

#define HALFULP_ENCODE_LANES(Name, T, Code)                                        \
  std::size_t Name(const T* in, Code* codes, std::size_t count,                    \
                   const CodeShortcut<T>& shortcut, const EncodeLimit<T>& limit) { \
    return Encode(in, codes, count, shortcut, limit);                              \
  }
HALFULP_ENCODE_LANES(Encode32To8, float, std::uint8_t)
HALFULP_ENCODE_LANES(Encode32To16, float, std::uint16_t)
HALFULP_ENCODE_LANES(Encode32To32, float, std::uint32_t)
HALFULP_ENCODE_LANES(Encode64To8, double, std::uint8_t)
HALFULP_ENCODE_LANES(Encode64To16, double, std::uint16_t)
HALFULP_ENCODE_LANES(Encode64To32, double, std::uint32_t)
#undef HALFULP_ENCODE_LANES

}  // namespace HWY_NAMESPACE
}  // namespace halfulp::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace halfulp::kernels {

#define HALFULP_ENCODE_LANES(Name, T, Code)                               \
  HWY_EXPORT(Name);                                                       \
  template <>                                                             \
  std::size_t encode_lanes(const T* in, Code* codes, std::size_t count,   \
                           const CodeShortcut<T>& shortcut,               \
                           const EncodeLimit<T>& limit) {                 \
    return HWY_DYNAMIC_DISPATCH(Name)(in, codes, count, shortcut, limit); \
  }
HALFULP_ENCODE_LANES(Encode32To8, float, std::uint8_t)
HALFULP_ENCODE_LANES(Encode32To16, float, std::uint16_t)
HALFULP_ENCODE_LANES(Encode32To32, float, std::uint32_t)
HALFULP_ENCODE_LANES(Encode64To8, double, std::uint8_t)
HALFULP_ENCODE_LANES(Encode64To16, double, std::uint16_t)
HALFULP_ENCODE_LANES(Encode64To32, double, std::uint32_t)
#undef HALFULP_ENCODE_LANES

}  // namespace halfulp::kernels
#endif  // HWY_ONCE
