#include "halfulp/kernels/code_lanes.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "halfulp/kernels/code_lanes.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace halfulp::kernels {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Vectors of at most a group's 64 numbers.
using Floats = hn::CappedTag<float, kCodeGroup>;
using Signed = hn::RebindToSigned<Floats>;
using Unsigned = hn::RebindToUnsigned<Floats>;
using FloatVector = hn::Vec<Floats>;
using SignedVector = hn::Vec<Signed>;
using UnsignedVector = hn::Vec<Unsigned>;

template <class Code>
HWY_INLINE void StoreCodes(SignedVector codes, Code* out) {
  if constexpr (sizeof(Code) == 4) {
    hn::StoreU(hn::BitCast(Unsigned(), codes), Unsigned(), out);
#if HWY_TARGET <= HWY_AVX3 && HWY_ARCH_X86
  } else if constexpr (sizeof(Code) == 1) {  // one instruction where Highway takes four
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out), _mm512_cvtepi32_epi8(codes.raw));
  } else if constexpr (sizeof(Code) == 2) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out),
                        _mm512_cvtepi32_epi16(codes.raw));
#endif
  } else {
    const hn::Rebind<Code, Signed> narrow;
    hn::StoreU(hn::DemoteTo(narrow, codes), narrow, out);
  }
}

template <class Code>
HWY_INLINE UnsignedVector LoadCodes(const Code* in) {
  if constexpr (sizeof(Code) == 4) {
    return hn::LoadU(Unsigned(), in);
  } else {
    return hn::PromoteTo(Unsigned(), hn::LoadU(hn::Rebind<Code, Unsigned>(), in));
  }
}

// Shifts by a count that is known when the kernel runs: on AVX2 and later a vector of counts
// takes one instruction, elsewhere one count for all.
class Shift {
 public:
  explicit Shift(int bits) : bits_(bits), counts_(hn::Set(Unsigned(), Count(bits))) {}

  HWY_INLINE SignedVector Right(SignedVector v) const {  // logical
    return hn::BitCast(Signed(), Right(hn::BitCast(Unsigned(), v)));
  }
  HWY_INLINE UnsignedVector Left(UnsignedVector v) const {
#if HWY_TARGET <= HWY_AVX2 && HWY_ARCH_X86
    return hn::Shl(v, counts_);
#else
    return hn::ShiftLeftSame(v, bits_);
#endif
  }

 private:
  static std::uint32_t Count(int bits) { return static_cast<std::uint32_t>(bits); }
  HWY_INLINE UnsignedVector Right(UnsignedVector v) const {
#if HWY_TARGET <= HWY_AVX2 && HWY_ARCH_X86
    return hn::Shr(v, counts_);
#else
    return hn::ShiftRightSame(v, bits_);
#endif
  }

  int bits_;
  UnsignedVector counts_;
};

// The exponent fields are the same: rounded as an integer, the pattern begins with the code.
class CodesOfSameFields {
 public:
  explicit CodesOfSameFields(const CodeLayout& layout)
      : drops_(layout.shift > 0),
        shift_(layout.shift),
        below_half_(hn::Set(Signed(), drops_ ? (1 << (layout.shift - 1)) - 1 : 0)) {}

  HWY_INLINE SignedVector operator()(FloatVector x) const {
    const auto bits = hn::BitCast(Signed(), x);
    if (!drops_) return bits;
    const auto odd = hn::And(shift_.Right(bits), hn::Set(Signed(), 1));
    return shift_.Right(hn::Add(hn::Add(bits, below_half_), odd));
  }

 private:
  bool drops_;
  Shift shift_;
  SignedVector below_half_;
};

enum class SignFrom { nowhere, number, rounded };

// The sum with the number whose ulp is the gap of the format counts the gaps in x, rounded
// to nearest even; codes go on counting from binade to binade.
template <SignFrom kSign>
class CodesOnGrid {
 public:
  explicit CodesOnGrid(const CodeLayout& layout)
      : shift_(layout.shift),
        sign_shift_(layout.sign_shift),
        least_(hn::Set(Signed(), layout.least_exponent)),
        to_grid_(hn::Set(Signed(), layout.to_grid)) {}

  HWY_INLINE SignedVector operator()(FloatVector x) const {
    const Floats d;
    const Signed di;
    const auto field = hn::And(hn::BitCast(di, x), hn::BitCast(di, hn::Inf(d)));
    const auto exponent = hn::Max(field, least_);
    const auto grid = hn::Add(exponent, to_grid_);
    const auto sum = hn::BitCast(di, hn::Add(x, hn::BitCast(d, grid)));
    const auto gaps = hn::Sub(sum, grid);  // with the sign of x, none if it is zero
    const auto code = hn::Add(hn::Abs(gaps), shift_.Right(hn::Sub(exponent, least_)));
    if constexpr (kSign == SignFrom::nowhere) {
      return code;
    } else {
      const auto signed_bits = kSign == SignFrom::number ? hn::BitCast(di, x) : gaps;
      const auto sign = hn::And(signed_bits, hn::BitCast(di, hn::SignBit(d)));
      return hn::Or(code, sign_shift_.Right(sign));
    }
  }

 private:
  Shift shift_, sign_shift_;
  SignedVector least_, to_grid_;
};

template <bool kClamps, class Code, class Way>
std::size_t EncodeBy(const Way& way, const float* HWY_RESTRICT in,
                     Code* HWY_RESTRICT codes, std::size_t count,
                     const EncodeLimit& limit) {
  const Floats d;
  const Unsigned du;
  const std::size_t lanes = hn::Lanes(d);
  const auto max = hn::Set(d, limit.max);
  const auto lowest = hn::Neg(max);
  const auto limits = hn::Set(du, static_cast<std::uint32_t>(limit.pattern) * 2);
  for (std::size_t group = 0; group < count; group += kCodeGroup) {
    auto largest = hn::Zero(du);
    for (std::size_t i = group; i < group + kCodeGroup; i += lanes) {
      auto x = hn::LoadU(d, in + i);
      const auto bits = hn::BitCast(du, x);
      largest = hn::Max(largest, hn::Add(bits, bits));  // free of the sign
      if constexpr (kClamps) x = hn::Min(hn::Max(x, lowest), max);
      StoreCodes(way(x), codes + i);
    }
    if (HWY_UNLIKELY(!hn::AllFalse(du, hn::Gt(largest, limits)))) return group;
  }
  return count;
}

template <class Code, class Way>
std::size_t EncodeBy(const Way& way, const float* in, Code* codes, std::size_t count,
                     const EncodeLimit& limit) {
  return limit.clamps ? EncodeBy<true>(way, in, codes, count, limit)
                      : EncodeBy<false>(way, in, codes, count, limit);
}

template <class Code>
std::size_t Encode(const float* in, Code* codes, std::size_t count,
                   const CodeLayout& layout, const EncodeLimit& limit) {
  const auto by = [&](const auto& way) {
    return EncodeBy(way, in, codes, count, limit);
  };
  if (!layout.subnormals_are_normal) return by(CodesOfSameFields(layout));
  if (!layout.has_sign) return by(CodesOnGrid<SignFrom::nowhere>(layout));
  if (layout.zero_has_sign) return by(CodesOnGrid<SignFrom::number>(layout));
  return by(CodesOnGrid<SignFrom::rounded>(layout));
}

// The exponent fields are the same: the code is the beginning of the pattern.
class NumbersOfSameFields {
 public:
  explicit NumbersOfSameFields(const CodeLayout& layout) : shift_(layout.shift) {}

  HWY_INLINE FloatVector operator()(UnsignedVector code,
                                    UnsignedVector /*magnitude*/) const {
    return hn::BitCast(Floats(), shift_.Left(code));
  }

 private:
  Shift shift_;
};

// The fields differ by a constant, but for subnormal numbers, which are normal here.
template <bool kHasSign>
class NumbersOnGrid {
 public:
  explicit NumbersOnGrid(const CodeLayout& layout)
      : shift_(layout.shift),
        sign_shift_(layout.sign_shift),
        least_(hn::Set(Signed(), layout.least_exponent)) {}

  HWY_INLINE FloatVector operator()(UnsignedVector code,
                                    UnsignedVector magnitude) const {
    const Floats d;
    const Signed di;
    const Unsigned du;
    const auto pattern = hn::BitCast(di, shift_.Left(magnitude));
    const auto binade = hn::Set(di, 1 << 23);
    const auto one_more = hn::Add(pattern, least_);
    const auto normal = hn::BitCast(d, hn::Sub(one_more, binade));
    // 1.f * 2^emin less 2^emin, where the field is 0.
    const auto subnormal = hn::Sub(hn::BitCast(d, one_more), hn::BitCast(d, least_));
    const auto is_subnormal = hn::RebindMask(d, hn::Lt(pattern, binade));
    const auto number = hn::IfThenElse(is_subnormal, subnormal, normal);
    if constexpr (!kHasSign) return number;
    const auto sign = hn::And(sign_shift_.Left(code), hn::BitCast(du, hn::SignBit(d)));
    return hn::Or(number, hn::BitCast(d, sign));
  }

 private:
  Shift shift_, sign_shift_;
  SignedVector least_;
};

template <bool kNanIsApart, class Code, class Way>
std::size_t DecodeBy(const Way& way, const Code* HWY_RESTRICT codes,
                     float* HWY_RESTRICT out, std::size_t count,
                     const CodeLayout& layout) {
  const Floats d;
  const Unsigned du;
  const std::size_t lanes = hn::Lanes(d);
  const auto sign_code = hn::Set(du, layout.sign_code);
  const auto nan_code = hn::Set(du, layout.nan_code);
  const auto max_code = hn::Set(du, layout.max_code);
  for (std::size_t group = 0; group < count; group += kCodeGroup) {
    auto largest = hn::Zero(du);
    auto from_nan = hn::Set(du, ~std::uint32_t{0});
    for (std::size_t i = group; i < group + kCodeGroup; i += lanes) {
      const auto code = LoadCodes(codes + i);
      const auto magnitude = hn::AndNot(sign_code, code);
      largest = hn::Max(largest, magnitude);
      if constexpr (kNanIsApart) from_nan = hn::Min(from_nan, hn::Xor(code, nan_code));
      hn::StoreU(way(code, magnitude), d, out + i);
    }
    const auto special =
        hn::Or(hn::Gt(largest, max_code), hn::Eq(from_nan, hn::Zero(du)));
    if (HWY_UNLIKELY(!hn::AllFalse(du, special))) return group;
  }
  return count;
}

template <class Code>
std::size_t Decode(const Code* codes, float* out, std::size_t count,
                   const CodeLayout& layout) {
  const auto by = [&](const auto& way) {
    return layout.nan_code == layout.sign_code
               ? DecodeBy<true>(way, codes, out, count, layout)
               : DecodeBy<false>(way, codes, out, count, layout);
  };
  if (!layout.subnormals_are_normal) return by(NumbersOfSameFields(layout));
  if (layout.has_sign) return by(NumbersOnGrid<true>(layout));
  return by(NumbersOnGrid<false>(layout));
}

using Doubles = hn::CappedTag<double, kCodeGroup>;
using HalfFloats = hn::Rebind<float, Doubles>;

#define HALFULP_CODE_LANES(Name, Code)                                           \
  std::size_t Encode##Name(const float* in, Code* codes, std::size_t count,      \
                           const CodeLayout& layout, const EncodeLimit& limit) { \
    return Encode(in, codes, count, layout, limit);                              \
  }                                                                              \
  std::size_t Decode##Name(const Code* codes, float* out, std::size_t count,     \
                           const CodeLayout& layout) {                           \
    return Decode(codes, out, count, layout);                                    \
  }

}  // namespace

HALFULP_CODE_LANES(Uint8, std::uint8_t)
HALFULP_CODE_LANES(Uint16, std::uint16_t)
HALFULP_CODE_LANES(Uint32, std::uint32_t)

void Narrow(const double* HWY_RESTRICT in, float* HWY_RESTRICT out, std::size_t count) {
#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128
  // Their DemoteTo makes an infinity the largest finite number.
  for (std::size_t i = 0; i < count; ++i) out[i] = static_cast<float>(in[i]);
#else
  for (std::size_t i = 0; i < count; i += hn::Lanes(Doubles())) {
    const auto numbers = hn::DemoteTo(HalfFloats(), hn::LoadU(Doubles(), in + i));
    hn::StoreU(numbers, HalfFloats(), out + i);
  }
#endif
}

void Widen(const float* HWY_RESTRICT in, double* HWY_RESTRICT out, std::size_t count) {
  for (std::size_t i = 0; i < count; i += hn::Lanes(Doubles())) {
    const auto numbers = hn::PromoteTo(Doubles(), hn::LoadU(HalfFloats(), in + i));
    hn::StoreU(numbers, Doubles(), out + i);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace halfulp::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace halfulp::kernels {

#define HALFULP_DISPATCH_CODES(Name, Code)                                       \
  HWY_EXPORT(Encode##Name);                                                      \
  HWY_EXPORT(Decode##Name);                                                      \
  template <>                                                                    \
  std::size_t encode_lanes(const float* in, Code* codes, std::size_t count,      \
                           const CodeLayout& layout, const EncodeLimit& limit) { \
    return HWY_DYNAMIC_DISPATCH(Encode##Name)(in, codes, count, layout, limit);  \
  }                                                                              \
  template <>                                                                    \
  std::size_t decode_lanes(const Code* codes, float* out, std::size_t count,     \
                           const CodeLayout& layout) {                           \
    return HWY_DYNAMIC_DISPATCH(Decode##Name)(codes, out, count, layout);        \
  }

HALFULP_DISPATCH_CODES(Uint8, std::uint8_t)
HALFULP_DISPATCH_CODES(Uint16, std::uint16_t)
HALFULP_DISPATCH_CODES(Uint32, std::uint32_t)

HWY_EXPORT(Narrow);
HWY_EXPORT(Widen);

void narrow_lanes(const double* in, float* out, std::size_t count) {
  HWY_DYNAMIC_DISPATCH(Narrow)(in, out, count);
}

void widen_lanes(const float* in, double* out, std::size_t count) {
  HWY_DYNAMIC_DISPATCH(Widen)(in, out, count);
}

}  // namespace halfulp::kernels
#endif  // HWY_ONCE
