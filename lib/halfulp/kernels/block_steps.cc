#include "halfulp/kernels/block_steps.h"

#include <algorithm>

#include "halfulp/base/binary64.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "halfulp/kernels/block_steps.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace halfulp::kernels {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Calls body(tag, index) for whole vectors, then for single lanes.
template <class T, class Body>
HWY_INLINE void ForEachVector(std::size_t begin, std::size_t end, const Body& body) {
  const hn::ScalableTag<T> d;
  const hn::CappedTag<T, 1> one;
  std::size_t i = begin;
  for (; i + hn::Lanes(d) <= end; i += hn::Lanes(d)) body(d, i);
  for (; i < end; ++i) body(one, i);
}

template <class D, class T>
HWY_INLINE hn::Vec<hn::RebindToSigned<D>> Magnitude(D d, const T* in) {
  return hn::BitCast(hn::RebindToSigned<D>(), hn::Abs(hn::LoadU(d, in)));
}

template <class T, class Bits>
void LargestInRow(const T* in, std::size_t count, Bits* largest) {
  ForEachVector<T>(0, count, [&](auto d, std::size_t i) HWY_ATTR {
    const hn::RebindToSigned<decltype(d)> di;
    const auto both = hn::Max(Magnitude(d, in + i), hn::LoadU(di, largest + i));
    hn::StoreU(both, di, largest + i);
  });
}

// The largest of whole vectors from *i on, which goes on to the rest. The largest of integers
// does not depend on their order.
template <class D, class T, class Bits>
HWY_INLINE void LargestOfVectors(D d, const T* in, std::size_t count, std::size_t* i,
                                 Bits* largest) {
  const hn::RebindToSigned<D> di;
  const std::size_t lanes = hn::Lanes(d);
  if (*i + lanes > count) return;
  auto all = Magnitude(d, in + *i);
  for (*i += lanes; *i + lanes <= count; *i += lanes)
    all = hn::Max(all, Magnitude(d, in + *i));
  *largest = std::max(*largest, hn::GetLane(hn::MaxOfLanes(di, all)));
}

template <class T, class Bits>
HWY_INLINE Bits LargestOf(const T* in, std::size_t count) {
  Bits largest = 0;
  std::size_t i = 0;
  LargestOfVectors(hn::ScalableTag<T>(), in, count, &i, &largest);
  LargestOfVectors(hn::CappedTag<T, 4>(), in, count, &i, &largest);
  const hn::CappedTag<T, 1> one;
  for (; i < count; ++i)
    largest = std::max(largest, hn::GetLane(Magnitude(one, in + i)));
  return largest;
}

template <class T, class Bits>
void LargestInBlocks(const T* in, std::size_t count, std::size_t block_size,
                     Bits* largest) {
  for (std::size_t begin = 0; begin < count; begin += block_size) {
    *largest++ = LargestOf<T, Bits>(in + begin, std::min(block_size, count - begin));
  }
}

template <class D>
HWY_INLINE void Dequantize(D d, const double* elements, hn::Vec<D> scale,
                           hn::Vec<D> tensor_scale, double* out) {
  const auto number = hn::Mul(hn::Mul(hn::LoadU(d, elements), scale), tensor_scale);
  hn::StoreU(hn::IfThenElse(hn::IsNaN(number), hn::Set(d, kQuietNan), number), d, out);
}

void DequantizeInBlocks(const double* elements, std::size_t count,
                        std::size_t block_size, const double* scales,
                        double tensor_scale, double* out) {
  for (std::size_t begin = 0; begin < count; begin += block_size) {
    const double scale = *scales++;
    const std::size_t end = std::min(begin + block_size, count);
    ForEachVector<double>(begin, end, [&](auto d, std::size_t i) HWY_ATTR {
      Dequantize(d, elements + i, hn::Set(d, scale), hn::Set(d, tensor_scale), out + i);
    });
  }
}

void DequantizeInRow(const double* elements, std::size_t count, const double* scales,
                     double tensor_scale, double* out) {
  ForEachVector<double>(0, count, [&](auto d, std::size_t i) HWY_ATTR {
    Dequantize(d, elements + i, hn::LoadU(d, scales + i), hn::Set(d, tensor_scale),
               out + i);
  });
}

// One name for each carrier, as the dispatch tables need.
void LargestInRow32(const float* in, std::size_t count, std::int32_t* largest) {
  LargestInRow(in, count, largest);
}
void LargestInRow64(const double* in, std::size_t count, std::int64_t* largest) {
  LargestInRow(in, count, largest);
}
void LargestInBlocks32(const float* in, std::size_t count, std::size_t block_size,
                       std::int32_t* largest) {
  LargestInBlocks(in, count, block_size, largest);
}
void LargestInBlocks64(const double* in, std::size_t count, std::size_t block_size,
                       std::int64_t* largest) {
  LargestInBlocks(in, count, block_size, largest);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace halfulp::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace halfulp::kernels {
namespace {

HWY_EXPORT(LargestInRow32);
HWY_EXPORT(LargestInRow64);
HWY_EXPORT(LargestInBlocks32);
HWY_EXPORT(LargestInBlocks64);
HWY_EXPORT(DequantizeInBlocks);
HWY_EXPORT(DequantizeInRow);

}  // namespace

void largest_in_blocks(const float* in, std::size_t count, std::size_t block_size,
                       std::int32_t* largest) {
  HWY_DYNAMIC_DISPATCH(LargestInBlocks32)(in, count, block_size, largest);
}

void largest_in_blocks(const double* in, std::size_t count, std::size_t block_size,
                       std::int64_t* largest) {
  HWY_DYNAMIC_DISPATCH(LargestInBlocks64)(in, count, block_size, largest);
}

void largest_in_row(const float* in, std::size_t count, std::int32_t* largest) {
  HWY_DYNAMIC_DISPATCH(LargestInRow32)(in, count, largest);
}

void largest_in_row(const double* in, std::size_t count, std::int64_t* largest) {
  HWY_DYNAMIC_DISPATCH(LargestInRow64)(in, count, largest);
}

void dequantize_in_blocks(const double* elements, std::size_t count,
                          std::size_t block_size, const double* scales,
                          double tensor_scale, double* out) {
  HWY_DYNAMIC_DISPATCH(DequantizeInBlocks)
  (elements, count, block_size, scales, tensor_scale, out);
}

void dequantize_in_row(const double* elements, std::size_t count, const double* scales,
                       double tensor_scale, double* out) {
  HWY_DYNAMIC_DISPATCH(DequantizeInRow)(elements, count, scales, tensor_scale, out);
}

}  // namespace halfulp::kernels
#endif  // HWY_ONCE
