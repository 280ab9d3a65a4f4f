#include "halfulp/kernels/scale_steps.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "halfulp/kernels/scale_steps.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace halfulp::kernels {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

template <class D, class From>
HWY_INLINE hn::Vec<D> Widened(D d, const From* in) {
  if constexpr (sizeof(From) == sizeof(hn::TFromD<D>)) {
    return hn::LoadU(d, in);
  } else {
    return hn::PromoteTo(d, hn::LoadU(hn::Rebind<From, D>(), in));
  }
}

// A magnitude with the sign of x.
template <class D>
HWY_INLINE hn::Vec<D> WithSignOf(D d, hn::Vec<D> x, hn::Vec<D> magnitude) {
  return hn::Or(magnitude, hn::And(x, hn::Set(d, -0.0)));
}

#if !HWY_NATIVE_FMA
// The half of the bits of x that comes first (Veltkamp).
template <class D>
HWY_INLINE hn::Vec<D> HighPart(D d, hn::Vec<D> x) {
  const auto c = hn::Mul(x, hn::Set(d, 0x1p27 + 1));
  return hn::Sub(c, hn::Sub(c, x));
}
#endif

// a * b - product, where product is a * b rounded to nearest: exact (Dekker).
template <class D>
HWY_INLINE hn::Vec<D> ProductError(D d, hn::Vec<D> a, hn::Vec<D> b,
                                   hn::Vec<D> product) {
#if HWY_NATIVE_FMA
  (void)d;
  return hn::MulSub(a, b, product);
#else
  const auto a1 = HighPart(d, a);
  const auto b1 = HighPart(d, b);
  const auto a2 = hn::Sub(a, a1);
  const auto b2 = hn::Sub(b, b1);
  const auto whole = hn::Sub(hn::Mul(a1, b1), product);
  const auto crossed = hn::Add(hn::Add(whole, hn::Mul(a1, b2)), hn::Mul(a2, b1));
  return hn::Add(crossed, hn::Mul(a2, b2));
#endif
}

// `nearest` rounded to odd: `rest`, of the sign of the exact result minus it or 0, says
// where that lies. Neighbours are one apart as integers; `nearest` is not 0.
template <class D>
HWY_INLINE hn::Vec<D> ToOdd(D d, hn::Vec<D> nearest, hn::Vec<D> rest) {
  const hn::RebindToSigned<D> di;
  const auto one = hn::Set(di, 1);
  const auto bits = hn::BitCast(di, nearest);
  const auto inexact = hn::BitCast(di, hn::VecFromMask(d, hn::Ne(rest, hn::Zero(d))));
  const auto even = hn::Sub(hn::And(bits, one), one);  // all bits, or none
  const auto away = hn::Or(hn::BroadcastSignBit(hn::Xor(bits, hn::BitCast(di, rest))),
                           one);  // 1 or -1
  return hn::BitCast(d, hn::Add(bits, hn::And(away, hn::And(inexact, even))));
}

template <class D>
HWY_INLINE hn::Vec<D> TimesToOdd(D d, hn::Vec<D> x, hn::Vec<D> by) {
  // No product is lost below the smallest number or beyond the largest.
  const auto magnitude =
      hn::Min(hn::Max(hn::Abs(x), hn::Set(d, 0x1p-480)), hn::Set(d, 0x1p460));
  const auto a = WithSignOf(d, x, magnitude);
  const auto product = hn::Mul(a, by);
  const auto odd = ToOdd(d, product, ProductError(d, a, by, product));
  return hn::IfThenElse(hn::Eq(x, hn::Zero(d)), x, odd);
}

template <class D>
HWY_INLINE hn::Vec<D> OverToOdd(D d, hn::Vec<D> x, hn::Vec<D> by) {
  // A quotient that underflows to 0 leaves a rest, and becomes the smallest number.
  const auto magnitude = hn::Min(hn::Abs(x), hn::Mul(by, hn::Set(d, 0x1p310)));
  const auto a = WithSignOf(d, x, magnitude);
  const auto quotient = hn::Div(a, by);
  // The remainder a - quotient * by is a binary64 number; so is a less the product rounded.
  const auto product = hn::Mul(quotient, by);
  const auto rest =
      hn::Sub(hn::Sub(a, product), ProductError(d, quotient, by, product));
  const auto odd = ToOdd(d, quotient, rest);
  return hn::IfThenElse(hn::Eq(x, hn::Zero(d)), x, odd);
}

struct Multiply {
  template <class D>
  HWY_INLINE hn::Vec<D> operator()(D, hn::Vec<D> x, hn::Vec<D> by) const {
    return hn::Mul(x, by);
  }
};
struct Divide {
  template <class D>
  HWY_INLINE hn::Vec<D> operator()(D, hn::Vec<D> x, hn::Vec<D> by) const {
    return hn::Div(x, by);
  }
};
struct MultiplyToOdd {
  template <class D>
  HWY_INLINE hn::Vec<D> operator()(D d, hn::Vec<D> x, hn::Vec<D> by) const {
    return TimesToOdd(d, x, by);
  }
};
struct DivideToOdd {
  template <class D>
  HWY_INLINE hn::Vec<D> operator()(D d, hn::Vec<D> x, hn::Vec<D> by) const {
    return OverToOdd(d, x, by);
  }
};

// Calls body with the step.
template <class To, class Body>
HWY_INLINE void WithStep(ScaleStep step, const Body& body) {
  if constexpr (sizeof(To) == 8) {
    if (step == ScaleStep::divide) return body(Divide());
    if (step == ScaleStep::multiply_to_odd) return body(MultiplyToOdd());
    if (step == ScaleStep::divide_to_odd) return body(DivideToOdd());
  }
  body(Multiply());
}

// Calls body(tag, index) for whole vectors, then for four lanes, then for single ones.
template <class T, class Body>
HWY_INLINE void ForEachVector(std::size_t begin, std::size_t end, const Body& body) {
  const hn::ScalableTag<T> d;
  const hn::CappedTag<T, 4> four;  // the groups of HiFloat4
  const hn::CappedTag<T, 1> one;
  std::size_t i = begin;
  for (; i + hn::Lanes(d) <= end; i += hn::Lanes(d)) body(d, i);
  for (; i + hn::Lanes(four) <= end; i += hn::Lanes(four)) body(four, i);
  for (; i < end; ++i) body(one, i);
}

template <class Step, class From, class To>
HWY_NOINLINE void InGroups(Step step, const From* in, std::size_t count,
                           std::size_t group_size, const To* by, To* out) {
  for (std::size_t begin = 0; begin < count; begin += group_size) {
    const To factor = *by++;
    const std::size_t end = std::min(begin + group_size, count);
    ForEachVector<To>(begin, end, [&](auto d, std::size_t i) HWY_ATTR {
      hn::StoreU(step(d, Widened(d, in + i), hn::Set(d, factor)), d, out + i);
    });
  }
}

template <class Step, class From, class To>
HWY_NOINLINE void InRow(Step step, const From* in, std::size_t count, const To* by,
                        To* out) {
  ForEachVector<To>(0, count, [&](auto d, std::size_t i) HWY_ATTR {
    hn::StoreU(step(d, Widened(d, in + i), hn::LoadU(d, by + i)), d, out + i);
  });
}

template <class From, class To>
void ScaleInGroups(ScaleStep step, const From* in, std::size_t count,
                   std::size_t group_size, const To* by, To* out) {
  WithStep<To>(step, [&](auto s) { InGroups(s, in, count, group_size, by, out); });
}

template <class From, class To>
void ScaleInRow(ScaleStep step, const From* in, std::size_t count, const To* by,
                To* out) {
  WithStep<To>(step, [&](auto s) { InRow(s, in, count, by, out); });
}

// One name for each pair of carriers, as the dispatch tables need.
void InGroups32(ScaleStep step, const float* in, std::size_t count,
                std::size_t group_size, const float* by, float* out) {
  ScaleInGroups(step, in, count, group_size, by, out);
}
void InGroups32To64(ScaleStep step, const float* in, std::size_t count,
                    std::size_t group_size, const double* by, double* out) {
  ScaleInGroups(step, in, count, group_size, by, out);
}
void InGroups64(ScaleStep step, const double* in, std::size_t count,
                std::size_t group_size, const double* by, double* out) {
  ScaleInGroups(step, in, count, group_size, by, out);
}
void InRow32(ScaleStep step, const float* in, std::size_t count, const float* by,
             float* out) {
  ScaleInRow(step, in, count, by, out);
}
void InRow32To64(ScaleStep step, const float* in, std::size_t count, const double* by,
                 double* out) {
  ScaleInRow(step, in, count, by, out);
}
void InRow64(ScaleStep step, const double* in, std::size_t count, const double* by,
             double* out) {
  ScaleInRow(step, in, count, by, out);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace halfulp::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace halfulp::kernels {
namespace {

HWY_EXPORT(InGroups32);
HWY_EXPORT(InGroups32To64);
HWY_EXPORT(InGroups64);
HWY_EXPORT(InRow32);
HWY_EXPORT(InRow32To64);
HWY_EXPORT(InRow64);

}  // namespace

void scale_in_groups(ScaleStep step, const float* in, std::size_t count,
                     std::size_t group_size, const float* by, float* out) {
  HWY_DYNAMIC_DISPATCH(InGroups32)(step, in, count, group_size, by, out);
}

void scale_in_groups(ScaleStep step, const float* in, std::size_t count,
                     std::size_t group_size, const double* by, double* out) {
  HWY_DYNAMIC_DISPATCH(InGroups32To64)(step, in, count, group_size, by, out);
}

void scale_in_groups(ScaleStep step, const double* in, std::size_t count,
                     std::size_t group_size, const double* by, double* out) {
  HWY_DYNAMIC_DISPATCH(InGroups64)(step, in, count, group_size, by, out);
}

void scale_in_row(ScaleStep step, const float* in, std::size_t count, const float* by,
                  float* out) {
  HWY_DYNAMIC_DISPATCH(InRow32)(step, in, count, by, out);
}

void scale_in_row(ScaleStep step, const float* in, std::size_t count, const double* by,
                  double* out) {
  HWY_DYNAMIC_DISPATCH(InRow32To64)(step, in, count, by, out);
}

void scale_in_row(ScaleStep step, const double* in, std::size_t count, const double* by,
                  double* out) {
  HWY_DYNAMIC_DISPATCH(InRow64)(step, in, count, by, out);
}

}  // namespace halfulp::kernels
#endif  // HWY_ONCE
