#include "halfulp/kernels/encode_lanes.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "halfulp/kernels/encode_lanes.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
// Per target, after highway.h:
#include "halfulp/kernels/pack_codes-inl.h"
#include "halfulp/kernels/shift-inl.h"

HWY_BEFORE_NAMESPACE();
namespace halfulp::kernels {
namespace HWY_NAMESPACE {
namespace {

// Vectors of at most a group's 64 numbers.
template <class T>
using Numbers = hn::CappedTag<T, kCodeGroup>;
template <class T>
using Signed = hn::RebindToSigned<Numbers<T>>;
template <class T>
using Unsigned = hn::RebindToUnsigned<Numbers<T>>;

// Constants are kept as vectors: bytes that are stored may alias any other constants.

// The exponent fields are the same.
template <class T>
class OfSameFields {
 public:
  explicit OfSameFields(const CodeGrid<T>& grid)
      : shift_(grid.dropped_bits),
        below_half_(
            hn::Set(Signed<T>(), (LaneBits<T>{1} << (grid.dropped_bits - 1)) - 1)) {}

  // The last bits of a lane are the code of the magnitude.
  HWY_INLINE hn::Vec<Signed<T>> operator()(hn::Vec<Numbers<T>> magnitude) const {
    const Signed<T> di;
    const auto bits = hn::BitCast(di, magnitude);
    const auto odd = hn::And(shift_.Right(bits), hn::Set(di, 1));
    return shift_.Right(hn::Add(hn::Add(bits, below_half_), odd));
  }

 private:
  Shift<Unsigned<T>> shift_;
  hn::Vec<Signed<T>> below_half_;
};

template <class T>
class OnGrid {
 public:
  explicit OnGrid(const CodeGrid<T>& grid)
      : shift_(grid.dropped_bits),
        least_(hn::Set(Numbers<T>(), grid.least)),
        scale_(hn::Set(Numbers<T>(), grid.scale)) {}

  HWY_INLINE hn::Vec<Signed<T>> operator()(hn::Vec<Numbers<T>> magnitude) const {
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

// The codes of vectors of numbers, and whether their magnitudes are within the limit.
template <bool kClamps, class T, class Way>
class Encoder {
 public:
  Encoder(const CodeGrid<T>& grid, const EncodeLimit<T>& limit)
      : way_(grid),
        max_(hn::Set(Numbers<T>(), limit.max)),
        limit_(hn::Set(Signed<T>(), limit.pattern)),
        mask_(
            hn::Set(Signed<T>(), static_cast<LaneBits<T>>((1U << grid.code_bits) - 1))),
        largest_(hn::Zero(Signed<T>())) {}

  // In lanes of T.
  HWY_INLINE SignedCodes<hn::Vec<Unsigned<T>>> Load(const T* in) {
    const Numbers<T> d;
    const Unsigned<T> du;
    const auto x = hn::LoadU(d, in);
    auto magnitude = hn::Abs(x);
    largest_ = hn::Max(largest_, hn::BitCast(Signed<T>(), magnitude));
    if constexpr (kClamps) magnitude = hn::Min(magnitude, max_);
    const auto codes = hn::And(way_(magnitude), mask_);
    return {hn::BitCast(du, codes), hn::BitCast(du, x)};
  }

  // Of all loaded so far; once one is not, the encoder is done with.
  HWY_INLINE bool AreWithinLimit() const {
    return hn::AllFalse(Signed<T>(), hn::Gt(largest_, limit_));
  }

 private:
  Way way_;
  hn::Vec<Numbers<T>> max_;
  hn::Vec<Signed<T>> limit_, mask_, largest_;
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
  explicit GroupStore(const CodeGrid<T>& grid) : packer_(grid) {}

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
  explicit GroupStore(const CodeGrid<T>& grid) : join_(grid) {}

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

template <bool kClamps, class Way, class T, class Code>
std::size_t EncodeBy(const T* HWY_RESTRICT in, Code* HWY_RESTRICT codes,
                     std::size_t count, const CodeGrid<T>& grid,
                     const EncodeLimit<T>& limit) {
  const GroupStore<T, Code> store(grid);
  Encoder<kClamps, T, Way> encoder(grid, limit);
  for (std::size_t i = 0; i < count; i += kCodeGroup) {
    store.Encode(encoder, in + i, codes + i);
    if (HWY_UNLIKELY(!encoder.AreWithinLimit())) return i;
  }
  return count;
}

template <class T, class Code>
std::size_t Encode(const T* in, Code* codes, std::size_t count, const CodeGrid<T>& grid,
                   const EncodeLimit<T>& limit) {
  if (grid.same_fields)
    return EncodeBy<false, OfSameFields<T>>(in, codes, count, grid, limit);
  return limit.clamps ? EncodeBy<true, OnGrid<T>>(in, codes, count, grid, limit)
                      : EncodeBy<false, OnGrid<T>>(in, codes, count, grid, limit);
}

}  // namespace

#define HALFULP_ENCODE_LANES(Name, T, Code)                                \
  std::size_t Name(const T* in, Code* codes, std::size_t count,            \
                   const CodeGrid<T>& grid, const EncodeLimit<T>& limit) { \
    return Encode(in, codes, count, grid, limit);                          \
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

#define HALFULP_ENCODE_LANES(Name, T, Code)                                        \
  HWY_EXPORT(Name);                                                                \
  template <>                                                                      \
  std::size_t encode_lanes(const T* in, Code* codes, std::size_t count,            \
                           const CodeGrid<T>& grid, const EncodeLimit<T>& limit) { \
    return HWY_DYNAMIC_DISPATCH(Name)(in, codes, count, grid, limit);              \
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
