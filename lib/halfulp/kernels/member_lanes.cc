#include "halfulp/kernels/member_lanes.h"

#include <algorithm>
#include <cstdint>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "halfulp/kernels/member_lanes.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
// Per target, after highway.h:
#include "halfulp/kernels/shift-inl.h"

HWY_BEFORE_NAMESPACE();
namespace halfulp::kernels {
namespace HWY_NAMESPACE {
namespace {

template <class T>
using Numbers = hn::ScalableTag<T>;
template <class T>
using Signed = hn::RebindToSigned<Numbers<T>>;
template <class T>
using Unsigned = hn::RebindToUnsigned<Numbers<T>>;

// The power of two whose ulp is 1: sums with smaller integers have them as their last bits.
template <class T>
constexpr T kUnits = sizeof(T) == 4 ? T(0x1p23) : T(0x1p52);

// From the pattern of a number to that of its double.
template <class T>
constexpr LaneBits<T> kBinade = LaneBits<T>{1} << (sizeof(T) == 4 ? 23 : 52);

template <class Code, class T>
HWY_INLINE void StoreCodes(hn::Vec<Unsigned<T>> codes, Code* out) {
  const hn::Rebind<Code, Unsigned<T>> narrow;
  if constexpr (sizeof(Code) == sizeof(T)) {
    hn::StoreU(codes, narrow, out);
  } else {
    hn::StoreU(hn::TruncateTo(narrow, codes), narrow, out);
  }
}

template <class T, class Code>
HWY_INLINE hn::Vec<Unsigned<T>> LoadCodes(const Code* in) {
  const Unsigned<T> du;
  const auto codes = hn::LoadU(hn::Rebind<Code, Unsigned<T>>(), in);
  if constexpr (sizeof(Code) == sizeof(T)) {
    return codes;
  } else if constexpr (sizeof(Code) * 4 <= sizeof(T) && sizeof(T) == 8) {
    return hn::PromoteTo(
        du, hn::PromoteTo(hn::Rebind<std::uint32_t, Unsigned<T>>(), codes));
  } else {
    return hn::PromoteTo(du, codes);
  }
}

template <class T>
class MemberEncoder {
 public:
  explicit MemberEncoder(const CodeLayout<T>& layout)
      : layout_(layout), drop_(layout.dropped_bits) {}

  HWY_INLINE hn::Vec<Unsigned<T>> operator()(hn::Vec<Numbers<T>> x) const {
    const Numbers<T> d;
    const Signed<T> di;
    const auto bits = hn::BitCast(di, x);
    const auto negative = hn::BroadcastSignBit(bits);
    const auto magnitude = hn::BitCast(di, hn::Abs(x));

    const auto pattern = layout_.is_low ? ExtendedPattern(magnitude) : magnitude;
    auto code = hn::Sub(drop_.Right(pattern), hn::Set(di, layout_.offset));
    if (layout_.is_low) code = hn::And(code, hn::Set(di, layout_.magnitude_mask));
    if (layout_.has_counts) {
      const auto counted = hn::Lt(pattern, hn::Set(di, layout_.least_shifted));
      code = hn::IfThenElse(counted, Count(hn::Abs(x)), code);
    }
    code = hn::Or(code, hn::And(negative, hn::Set(di, layout_.sign_code)));
    if (layout_.complement != 0) {
      const auto opposite = hn::And(hn::Neg(code), hn::Set(di, layout_.complement));
      code = hn::IfThenElse(hn::MaskFromVec(negative), opposite, code);
    }
    const auto finite = hn::Lt(magnitude, hn::BitCast(di, hn::Inf(d)));
    if (HWY_UNLIKELY(!hn::AllTrue(di, finite)))
      code = hn::IfThenElse(finite, code, CodeOfSpecial(magnitude, negative));
    return hn::BitCast(Unsigned<T>(), code);
  }

 private:
  // As if the carrier had no subnormal numbers but more exponents.
  HWY_INLINE hn::Vec<Signed<T>> ExtendedPattern(hn::Vec<Signed<T>> magnitude) const {
    const Numbers<T> d;
    const Signed<T> di;
    const auto scaled = hn::Mul(hn::BitCast(d, magnitude), hn::Set(d, T(0x1p64)));
    const auto fields = hn::Sub(hn::BitCast(di, scaled), hn::Set(di, 64 * kBinade<T>));
    const auto is_normal = hn::Gt(magnitude, hn::Set(di, kBinade<T> - 1));
    return hn::IfThenElse(is_normal, magnitude, fields);
  }

  // Of quanta.
  HWY_INLINE hn::Vec<Signed<T>> Count(hn::Vec<Numbers<T>> magnitude) const {
    const Numbers<T> d;
    const Signed<T> di;
    const auto count = hn::Mul(hn::Mul(magnitude, hn::Set(d, layout_.to_count[0])),
                               hn::Set(d, layout_.to_count[1]));
    const auto units = hn::Set(d, kUnits<T>);
    return hn::Sub(hn::BitCast(di, hn::Add(count, units)), hn::BitCast(di, units));
  }

  HWY_INLINE hn::Vec<Signed<T>> CodeOfSpecial(hn::Vec<Signed<T>> magnitude,
                                              hn::Vec<Signed<T>> negative) const {
    const Signed<T> di;
    const auto infinity_pattern = hn::BitCast(di, hn::Inf(Numbers<T>()));
    const auto infinity = hn::Or(hn::Set(di, layout_.infinity),
                                 hn::And(negative, hn::Set(di, layout_.sign_code)));
    if (layout_.nan_has_payload) {
      return hn::Add(infinity, drop_.Right(hn::Sub(magnitude, infinity_pattern)));
    }
    const auto nan = hn::Or(hn::Set(di, layout_.nan),
                            hn::And(negative, hn::Set(di, layout_.nan_sign)));
    return hn::IfThenElse(hn::Eq(magnitude, infinity_pattern), infinity, nan);
  }

  CodeLayout<T> layout_;
  Shift<Unsigned<T>> drop_;
};

template <class T>
class MemberDecoder {
 public:
  explicit MemberDecoder(const CodeLayout<T>& layout)
      : layout_(layout), drop_(layout.dropped_bits), sign_shift_(layout.sign_shift) {}

  HWY_INLINE hn::Vec<Numbers<T>> operator()(hn::Vec<Unsigned<T>> code) const {
    const Numbers<T> d;
    const Signed<T> di;
    const Unsigned<T> du;
    auto magnitude = hn::And(code, Set(layout_.magnitude_mask));
    auto sign = hn::And(sign_shift_.Left(code), hn::BitCast(du, hn::SignBit(d)));
    if (layout_.complement != 0) {
      const auto opposite =
          hn::And(hn::Sub(hn::Zero(du), code), Set(layout_.complement));
      magnitude = hn::IfThenElse(hn::Ne(sign, hn::Zero(du)), opposite, code);
    } else if (layout_.sign_code == 0) {
      sign = hn::Zero(du);
    }

    const auto shifted =
        hn::BitCast(di, drop_.Left(hn::Add(magnitude, Set(layout_.offset))));
    auto pattern = layout_.is_low ? OfExtended(shifted) : shifted;
    if (layout_.has_counts) {
      const auto counted =
          hn::Lt(hn::BitCast(di, magnitude), hn::Set(di, layout_.least_code));
      pattern = hn::IfThenElse(counted, Quanta(magnitude), pattern);
    }

    const auto special = hn::Or(hn::Gt(magnitude, Set(layout_.max_code)),
                                hn::Eq(code, Set(layout_.nan)));
    auto bits = hn::Or(hn::BitCast(du, pattern), sign);
    if (HWY_UNLIKELY(!hn::AllFalse(du, special)))
      bits = hn::IfThenElse(special, Special(code, magnitude, sign), bits);
    return hn::BitCast(d, bits);
  }

 private:
  static HWY_INLINE hn::Vec<Unsigned<T>> Set(LaneBits<T> bits) {
    return hn::BitCast(Unsigned<T>(), hn::Set(Signed<T>(), bits));
  }

  // The pattern of a number whose exponent field may be less than 1.
  HWY_INLINE hn::Vec<Signed<T>> OfExtended(hn::Vec<Signed<T>> pattern) const {
    const Numbers<T> d;
    const Signed<T> di;
    const auto above = hn::Add(pattern, hn::Set(di, 64 * kBinade<T>));
    const auto scaled = hn::Mul(hn::BitCast(d, above), hn::Set(d, T(0x1p-64)));
    const auto is_normal = hn::Gt(pattern, hn::Set(di, kBinade<T> - 1));
    return hn::IfThenElse(is_normal, pattern, hn::BitCast(di, scaled));
  }

  // The pattern of a count of quanta.
  HWY_INLINE hn::Vec<Signed<T>> Quanta(hn::Vec<Unsigned<T>> count) const {
    const Numbers<T> d;
    const Unsigned<T> du;
    const auto units = hn::Set(d, kUnits<T>);
    const auto sum = hn::BitCast(d, hn::Add(count, hn::BitCast(du, units)));
    const auto number =
        hn::Mul(hn::Mul(hn::Sub(sum, units), hn::Set(d, layout_.quantum[0])),
                hn::Set(d, layout_.quantum[1]));
    return hn::BitCast(Signed<T>(), number);
  }

  HWY_INLINE hn::Vec<Unsigned<T>> Special(hn::Vec<Unsigned<T>> code,
                                          hn::Vec<Unsigned<T>> magnitude,
                                          hn::Vec<Unsigned<T>> sign) const {
    const Numbers<T> d;
    const Unsigned<T> du;
    const auto infinity = hn::BitCast(du, hn::Inf(d));
    const auto beyond = hn::Sub(magnitude, Set(layout_.infinity));
    if (layout_.nan_has_payload) {
      return hn::Or(hn::Add(infinity, drop_.Left(beyond)), sign);
    }
    const auto is_infinite = hn::Eq(beyond, hn::Zero(du));
    const auto quiet = hn::Or(infinity, hn::ShiftRight<1>(infinity));  // no payload
    // One NaN is the canonical one, which has no sign.
    const auto signs = hn::IfThenZeroElse(hn::Eq(code, Set(layout_.nan)), sign);
    return hn::Or(hn::IfThenElse(is_infinite, infinity, quiet), signs);
  }

  CodeLayout<T> layout_;
  Shift<Unsigned<T>> drop_, sign_shift_;
};

template <class T, class Code>
void Encode(const T* HWY_RESTRICT in, Code* HWY_RESTRICT codes, std::size_t count,
            const CodeLayout<T>& layout) {
  const Numbers<T> d;
  const std::size_t lanes = hn::Lanes(d);
  const MemberEncoder<T> encode(layout);
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes)
    StoreCodes<Code, T>(encode(hn::LoadU(d, in + i)), codes + i);
  if (i == count) return;
  T numbers[hn::MaxLanes(d)] = {};
  Code last[hn::MaxLanes(d)];
  std::copy(in + i, in + count, numbers);
  StoreCodes<Code, T>(encode(hn::LoadU(d, numbers)), last);
  std::copy_n(last, count - i, codes + i);
}

template <class T, class Code>
void Decode(const Code* HWY_RESTRICT codes, T* HWY_RESTRICT out, std::size_t count,
            const CodeLayout<T>& layout) {
  const Numbers<T> d;
  const std::size_t lanes = hn::Lanes(d);
  const MemberDecoder<T> decode(layout);
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes)
    hn::StoreU(decode(LoadCodes<T>(codes + i)), d, out + i);
  if (i == count) return;
  Code last[hn::MaxLanes(d)] = {};
  T numbers[hn::MaxLanes(d)];
  std::copy(codes + i, codes + count, last);
  hn::StoreU(decode(LoadCodes<T>(last)), d, numbers);
  std::copy_n(numbers, count - i, out + i);
}

}  // namespace

#define HALFULP_MEMBERS(From, To, T, Code)                                \
  void Encode##From##To##To(const T* in, Code* codes, std::size_t count,  \
                            const CodeLayout<T>& layout) {                \
    Encode(in, codes, count, layout);                                     \
  }                                                                       \
  void Decode##To##To##From(const Code* codes, T* out, std::size_t count, \
                            const CodeLayout<T>& layout) {                \
    Decode(codes, out, count, layout);                                    \
  }
HALFULP_MEMBERS(32, 8, float, std::uint8_t)
HALFULP_MEMBERS(32, 16, float, std::uint16_t)
HALFULP_MEMBERS(32, 32, float, std::uint32_t)
HALFULP_MEMBERS(64, 8, double, std::uint8_t)
HALFULP_MEMBERS(64, 16, double, std::uint16_t)
HALFULP_MEMBERS(64, 32, double, std::uint32_t)
HALFULP_MEMBERS(64, 64, double, std::uint64_t)
#undef HALFULP_MEMBERS

}  // namespace HWY_NAMESPACE
}  // namespace halfulp::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace halfulp::kernels {

#define HALFULP_MEMBERS(From, To, T, Code)                                 \
  HWY_EXPORT(Encode##From##To##To);                                        \
  HWY_EXPORT(Decode##To##To##From);                                        \
  template <>                                                              \
  void encode_members(const T* in, Code* codes, std::size_t count,         \
                      const CodeLayout<T>& layout) {                       \
    HWY_DYNAMIC_DISPATCH(Encode##From##To##To)(in, codes, count, layout);  \
  }                                                                        \
  template <>                                                              \
  void decode_members(const Code* codes, T* out, std::size_t count,        \
                      const CodeLayout<T>& layout) {                       \
    HWY_DYNAMIC_DISPATCH(Decode##To##To##From)(codes, out, count, layout); \
  }
HALFULP_MEMBERS(32, 8, float, std::uint8_t)
HALFULP_MEMBERS(32, 16, float, std::uint16_t)
HALFULP_MEMBERS(32, 32, float, std::uint32_t)
HALFULP_MEMBERS(64, 8, double, std::uint8_t)
HALFULP_MEMBERS(64, 16, double, std::uint16_t)
HALFULP_MEMBERS(64, 32, double, std::uint32_t)
HALFULP_MEMBERS(64, 64, double, std::uint64_t)
#undef HALFULP_MEMBERS

}  // namespace halfulp::kernels
#endif  // HWY_ONCE
