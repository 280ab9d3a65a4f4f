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

HWY_INLINE SignedVector LogicalShift(SignedVector v, int bits) {
  return hn::BitCast(Signed(), hn::ShiftRightSame(hn::BitCast(Unsigned(), v), bits));
}

// The exponent fields are the same: rounded as an integer, the pattern begins with the code.
HWY_INLINE SignedVector CodesOfSameFields(FloatVector x, const CodeLayout& layout) {
  const Signed di;
  const auto bits = hn::BitCast(di, x);
  if (layout.shift == 0) return bits;
  const auto odd = hn::And(LogicalShift(bits, layout.shift), hn::Set(di, 1));
  const auto below_half = hn::Set(di, (1 << (layout.shift - 1)) - 1);
  return LogicalShift(hn::Add(hn::Add(bits, below_half), odd), layout.shift);
}

// The sum with the number whose ulp is the gap of the format counts the gaps in x, rounded
// to nearest even; codes go on counting from binade to binade.
HWY_INLINE SignedVector CodesOnGrid(FloatVector x, const CodeLayout& layout) {
  const Floats d;
  const Signed di;
  const auto field = hn::And(hn::BitCast(di, x), hn::BitCast(di, hn::Inf(d)));
  const auto least = hn::Set(di, layout.least_exponent);
  const auto exponent = hn::Max(field, least);
  const auto grid = hn::Add(exponent, hn::Set(di, layout.to_grid));
  const auto sum = hn::BitCast(di, hn::Add(x, hn::BitCast(d, grid)));
  const auto gaps = hn::Sub(sum, grid);  // with the sign of x, none if it is zero
  const auto from_binade = LogicalShift(hn::Sub(exponent, least), layout.shift);
  auto code = hn::Add(hn::Abs(gaps), from_binade);
  if (layout.has_sign) {
    auto sign = layout.zero_has_sign ? hn::BitCast(di, x) : gaps;
    sign = hn::And(sign, hn::BitCast(di, hn::SignBit(d)));
    code = hn::Or(code, LogicalShift(sign, layout.sign_shift));
  }
  return code;
}

template <class Code>
std::size_t Encode(const float* HWY_RESTRICT in, Code* HWY_RESTRICT codes,
                   std::size_t count, const CodeLayout& layout,
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
      if (limit.clamps) x = hn::Min(hn::Max(x, lowest), max);
      StoreCodes(layout.subnormals_are_normal ? CodesOnGrid(x, layout)
                                              : CodesOfSameFields(x, layout),
                 codes + i);
    }
    if (HWY_UNLIKELY(!hn::AllFalse(du, hn::Gt(largest, limits)))) return group;
  }
  return count;
}

HWY_INLINE FloatVector NumbersOf(UnsignedVector code, UnsignedVector magnitude,
                                 const CodeLayout& layout) {
  const Floats d;
  const Signed di;
  const Unsigned du;
  if (!layout.subnormals_are_normal) {
    return hn::BitCast(d, hn::ShiftLeftSame(code, layout.shift));
  }
  const auto fraction_end = hn::BitCast(di, hn::ShiftLeftSame(magnitude, layout.shift));
  const auto binade = hn::Set(di, 1 << 23);
  const auto least = hn::Set(di, layout.least_exponent);
  const auto one_more = hn::Add(fraction_end, least);
  const auto normal = hn::BitCast(d, hn::Sub(one_more, binade));
  // 1.f * 2^emin less 2^emin, where the field is 0.
  const auto subnormal = hn::Sub(hn::BitCast(d, one_more), hn::BitCast(d, least));
  const auto is_subnormal = hn::RebindMask(d, hn::Lt(fraction_end, binade));
  auto number = hn::IfThenElse(is_subnormal, subnormal, normal);
  if (layout.has_sign) {
    const auto sign = hn::And(hn::ShiftLeftSame(code, layout.sign_shift),
                              hn::BitCast(du, hn::SignBit(d)));
    number = hn::Or(number, hn::BitCast(d, sign));
  }
  return number;
}

template <class Code>
std::size_t Decode(const Code* HWY_RESTRICT codes, float* HWY_RESTRICT out,
                   std::size_t count, const CodeLayout& layout) {
  const Floats d;
  const Unsigned du;
  const std::size_t lanes = hn::Lanes(d);
  const auto sign_code = hn::Set(du, layout.sign_code);
  const auto nan_code = hn::Set(du, layout.nan_code);
  const auto max_code = hn::Set(du, layout.max_code);
  const bool nan_is_apart = layout.nan_code == layout.sign_code;
  for (std::size_t group = 0; group < count; group += kCodeGroup) {
    auto largest = hn::Zero(du);
    auto from_nan = hn::Set(du, ~std::uint32_t{0});
    for (std::size_t i = group; i < group + kCodeGroup; i += lanes) {
      const auto code = LoadCodes(codes + i);
      const auto magnitude = hn::AndNot(sign_code, code);
      largest = hn::Max(largest, magnitude);
      if (nan_is_apart) from_nan = hn::Min(from_nan, hn::Xor(code, nan_code));
      hn::StoreU(NumbersOf(code, magnitude, layout), d, out + i);
    }
    const auto special =
        hn::Or(hn::Gt(largest, max_code), hn::Eq(from_nan, hn::Zero(du)));
    if (HWY_UNLIKELY(!hn::AllFalse(du, special))) return group;
  }
  return count;
}

#define HALFULP_CODE_LANES(Name, Code)                                              \
  std::size_t Encode##Name(const float* in, Code* codes, std::size_t count,         \
                           const CodeLayout& layout, const EncodeLimit& limit) {    \
    return Encode(in, codes, count, layout, limit);                                 \
  }                                                                                 \
  std::size_t Decode##Name(const Code* codes, float* out, std::size_t count,        \
                           const CodeLayout& layout) {                              \
    return Decode(codes, out, count, layout);                                       \
  }

}  // namespace

HALFULP_CODE_LANES(Uint8, std::uint8_t)
HALFULP_CODE_LANES(Uint16, std::uint16_t)
HALFULP_CODE_LANES(Uint32, std::uint32_t)

}  // namespace HWY_NAMESPACE
}  // namespace halfulp::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace halfulp::kernels {

#define HALFULP_DISPATCH_CODES(Name, Code)                                          \
  HWY_EXPORT(Encode##Name);                                                         \
  HWY_EXPORT(Decode##Name);                                                         \
  template <>                                                                       \
  std::size_t encode_lanes(const float* in, Code* codes, std::size_t count,         \
                           const CodeLayout& layout, const EncodeLimit& limit) {    \
    return HWY_DYNAMIC_DISPATCH(Encode##Name)(in, codes, count, layout, limit);     \
  }                                                                                 \
  template <>                                                                       \
  std::size_t decode_lanes(const Code* codes, float* out, std::size_t count,        \
                           const CodeLayout& layout) {                              \
    return HWY_DYNAMIC_DISPATCH(Decode##Name)(codes, out, count, layout);           \
  }

HALFULP_DISPATCH_CODES(Uint8, std::uint8_t)
HALFULP_DISPATCH_CODES(Uint16, std::uint16_t)
HALFULP_DISPATCH_CODES(Uint32, std::uint32_t)

}  // namespace halfulp::kernels
#endif  // HWY_ONCE
