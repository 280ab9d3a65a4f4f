#include "halfulp/kernels/decode_lanes.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "halfulp/kernels/decode_lanes.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
// Per target, after highway.h:
#include "halfulp/kernels/shift-inl.h"

HWY_BEFORE_NAMESPACE();
namespace halfulp::kernels {
namespace HWY_NAMESPACE {
namespace {

// Vectors of at most a group's 64 numbers.
using Floats = hn::CappedTag<float, kCodeGroup>;
using Signed = hn::RebindToSigned<Floats>;
using Unsigned = hn::RebindToUnsigned<Floats>;
using FloatVector = hn::Vec<Floats>;
using SignedVector = hn::Vec<Signed>;
using UnsignedVector = hn::Vec<Unsigned>;

template <class Code>
HWY_INLINE UnsignedVector LoadCodes(const Code* in) {
  if constexpr (sizeof(Code) == 4) {
    return hn::LoadU(Unsigned(), in);
  } else {
    return hn::PromoteTo(Unsigned(), hn::LoadU(hn::Rebind<Code, Unsigned>(), in));
  }
}

// Each way makes numbers of codes; `magnitude` is the code without its sign.

// The exponent fields are the same: the code is the beginning of the pattern.
class OfSameFields {
 public:
  explicit OfSameFields(const CodeLayout<float>& layout)
      : drop_(layout.dropped_bits),
        sign_shift_(layout.sign_shift),
        sign_(hn::Set(Unsigned(), layout.sign_code != 0 ? 0x80000000 : 0)) {}

  HWY_INLINE FloatVector operator()(UnsignedVector code,
                                    UnsignedVector magnitude) const {
    return hn::BitCast(Floats(), WithSign(code, drop_.Left(magnitude)));
  }

 protected:
  HWY_INLINE UnsignedVector WithSign(UnsignedVector code,
                                     UnsignedVector pattern) const {
    return hn::OrAnd(pattern, sign_shift_.Left(code), sign_);
  }

  Shift<Unsigned> drop_, sign_shift_;
  UnsignedVector sign_;
};

// The fields differ by a constant, but for subnormal numbers, which are normal here.
class WithSubnormals : public OfSameFields {
 public:
  explicit WithSubnormals(const CodeLayout<float>& layout)
      : OfSameFields(layout), least_(hn::Set(Signed(), layout.least_shifted)) {}

  HWY_INLINE FloatVector operator()(UnsignedVector code,
                                    UnsignedVector magnitude) const {
    const Floats d;
    const Signed di;
    const auto pattern = hn::BitCast(di, drop_.Left(magnitude));
    const auto binade = hn::Set(di, 1 << 23);
    const auto one_more = hn::Add(pattern, least_);
    const auto normal = hn::BitCast(d, hn::Sub(one_more, binade));
    // 1.f * 2^emin less 2^emin, where the field is 0.
    const auto subnormal = hn::Sub(hn::BitCast(d, one_more), hn::BitCast(d, least_));
    const auto is_subnormal = hn::RebindMask(d, hn::Lt(pattern, binade));
    const auto number = hn::IfThenElse(is_subnormal, subnormal, normal);
    return hn::BitCast(d, WithSign(code, hn::BitCast(Unsigned(), number)));
  }

 private:
  SignedVector least_;
};

// The fields differ by a constant, but for zero, if there is one.
class WithoutSubnormals : public OfSameFields {
 public:
  explicit WithoutSubnormals(const CodeLayout<float>& layout)
      : OfSameFields(layout),
        offset_(hn::Set(Signed(), layout.offset)),
        smallest_(hn::Set(Signed(), layout.smallest)),
        least_code_(hn::Set(Signed(), layout.least_code)) {}

  HWY_INLINE FloatVector operator()(UnsignedVector code,
                                    UnsignedVector magnitude) const {
    const Signed di;
    const auto field = hn::Add(hn::BitCast(di, magnitude), offset_);
    const auto number = hn::Max(drop_.Left(field), smallest_);
    const auto zero = hn::Lt(hn::BitCast(di, magnitude), least_code_);
    const auto pattern = hn::IfThenZeroElse(zero, number);
    return hn::BitCast(Floats(), WithSign(code, hn::BitCast(Unsigned(), pattern)));
  }

 private:
  SignedVector offset_, smallest_, least_code_;
};

// An integer, converted exactly, times the quantum.
class OfTwosComplement {
 public:
  explicit OfTwosComplement(const CodeLayout<float>& layout)
      : shift_(layout.sign_shift),
        quantum0_(hn::Set(Floats(), layout.quantum[0])),
        quantum1_(hn::Set(Floats(), layout.quantum[1])) {}

  HWY_INLINE FloatVector operator()(UnsignedVector code,
                                    UnsignedVector /*magnitude*/) const {
    const auto high = hn::BitCast(Signed(), hn::ShiftLeftSame(code, shift_));
    const auto integer = hn::ConvertTo(Floats(), hn::ShiftRightSame(high, shift_));
    return hn::Mul(hn::Mul(integer, quantum0_), quantum1_);
  }

 private:
  int shift_;
  FloatVector quantum0_, quantum1_;
};

template <bool kNanIsApart, class Code, class Way>
std::size_t DecodeBy(const Way& way, const Code* HWY_RESTRICT codes,
                     float* HWY_RESTRICT out, std::size_t count,
                     const CodeLayout<float>& layout) {
  const Floats d;
  const Unsigned du;
  const std::size_t lanes = hn::Lanes(d);
  const auto set = [&](std::int32_t x) {
    return hn::Set(du, static_cast<std::uint32_t>(x));
  };
  const auto sign_code = set(layout.sign_code);
  const auto nan_code = set(layout.nan);
  const auto max_code = set(layout.max_code);
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
                   const CodeLayout<float>& layout) {
  const auto by = [&](const auto& way) {
    return layout.nan == layout.sign_code
               ? DecodeBy<true>(way, codes, out, count, layout)
               : DecodeBy<false>(way, codes, out, count, layout);
  };
  if (layout.complement != 0) return by(OfTwosComplement(layout));
  if (layout.least_code == 0 && layout.offset == 0 && layout.smallest == 0)
    return by(OfSameFields(layout));
  if (layout.least_code > 1) return by(WithSubnormals(layout));
  return by(WithoutSubnormals(layout));
}

}  // namespace

std::size_t DecodeFrom8(const std::uint8_t* codes, float* out, std::size_t count,
                        const CodeLayout<float>& layout) {
  return Decode(codes, out, count, layout);
}
std::size_t DecodeFrom16(const std::uint16_t* codes, float* out, std::size_t count,
                         const CodeLayout<float>& layout) {
  return Decode(codes, out, count, layout);
}
std::size_t DecodeFrom32(const std::uint32_t* codes, float* out, std::size_t count,
                         const CodeLayout<float>& layout) {
  return Decode(codes, out, count, layout);
}

}  // namespace HWY_NAMESPACE
}  // namespace halfulp::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace halfulp::kernels {
namespace {

HWY_EXPORT(DecodeFrom8);
HWY_EXPORT(DecodeFrom16);
HWY_EXPORT(DecodeFrom32);

}  // namespace

std::size_t decode_lanes(const std::uint8_t* codes, float* out, std::size_t count,
                         const CodeLayout<float>& layout) {
  return HWY_DYNAMIC_DISPATCH(DecodeFrom8)(codes, out, count, layout);
}
std::size_t decode_lanes(const std::uint16_t* codes, float* out, std::size_t count,
                         const CodeLayout<float>& layout) {
  return HWY_DYNAMIC_DISPATCH(DecodeFrom16)(codes, out, count, layout);
}
std::size_t decode_lanes(const std::uint32_t* codes, float* out, std::size_t count,
                         const CodeLayout<float>& layout) {
  return HWY_DYNAMIC_DISPATCH(DecodeFrom32)(codes, out, count, layout);
}

}  // namespace halfulp::kernels
#endif  // HWY_ONCE
