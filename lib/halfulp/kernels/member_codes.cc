#include "halfulp/kernels/member_codes.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "halfulp/formats/codec.h"
#include "halfulp/formats/tapered.h"
#include "halfulp/kernels/carriers.h"
#include "halfulp/kernels/member_lanes.h"

namespace halfulp::kernels {
namespace {

double as_binary64(float x) { return widen(x); }
double as_binary64(double x) { return x; }

template <class Code>
void encode_widened(const float* in, std::size_t count, Code* codes,
                    const CodeLayout<double>& layout) {
  std::array<double, 512> wide;
  for (std::size_t i = 0; i < count; i += wide.size()) {
    const std::size_t part = std::min(wide.size(), count - i);
    widen_lanes(in + i, wide.data(), part);
    encode_members(wide.data(), codes + i, part, layout);
  }
}

// The only tapered format is HiFloat8: the sign, the exponent and the first three bits of
// the fraction of binary32 tell its numbers apart.
constexpr int kTaperedShift = 20;

const std::array<std::uint8_t, 4096>& tapered_codes() {
  static const auto table = [] {
    std::array<std::uint8_t, 4096> codes{};
    for (unsigned code = 0; code < 256; ++code) {
      const float number = narrow_exactly(decode_tapered(code));
      codes[std::bit_cast<std::uint32_t>(number) >> kTaperedShift] =
          static_cast<std::uint8_t>(code);
    }
    return codes;
  }();
  return table;
}

template <class T, class Code>
void encode_hifloat8(const T* in, std::size_t count, Code* codes) {
  const auto& table = tapered_codes();
  for (std::size_t i = 0; i < count; ++i) {
    const auto number = static_cast<float>(in[i]);
    codes[i] = table[std::bit_cast<std::uint32_t>(number) >> kTaperedShift];
  }
}

}  // namespace

template <class T>
MemberCodes<T>::MemberCodes(const Format& format)
    : format_(format),
      layout_(code_layout<T>(format)),
      wide_layout_(code_layout<double>(format)) {}

template <class T>
template <class Code>
void MemberCodes<T>::operator()(const T* in, std::size_t count, Code* codes) const {
  if constexpr (sizeof(Code) <= sizeof(T)) {  // codes of 64 bits have no lanes of 32
    if (layout_) return encode_members(in, codes, count, *layout_);
  }
  if constexpr (sizeof(T) == 4) {
    if (wide_layout_) return encode_widened(in, count, codes, *wide_layout_);
  }
  if (format_.encoding == Encoding::tapered) return encode_hifloat8(in, count, codes);
  for (std::size_t i = 0; i < count; ++i)  // two's complement of 54 bits
    codes[i] = static_cast<Code>(halfulp::encode(as_binary64(in[i]), format_));
}

#define HALFULP_MEMBER_CODES(T)                                                   \
  template class MemberCodes<T>;                                                  \
  template void MemberCodes<T>::operator()(const T*, std::size_t, std::uint8_t*)  \
      const;                                                                      \
  template void MemberCodes<T>::operator()(const T*, std::size_t, std::uint16_t*) \
      const;                                                                      \
  template void MemberCodes<T>::operator()(const T*, std::size_t, std::uint32_t*) \
      const;                                                                      \
  template void MemberCodes<T>::operator()(const T*, std::size_t, std::uint64_t*) const;

HALFULP_MEMBER_CODES(float)
HALFULP_MEMBER_CODES(double)

}  // namespace halfulp::kernels
