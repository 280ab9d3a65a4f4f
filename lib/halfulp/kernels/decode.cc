#include <algorithm>
#include <array>
#include <limits>
#include <optional>

#include "halfulp/base/parallel.h"
#include "halfulp/base/spans.h"
#include "halfulp/formats/codec.h"
#include "halfulp/formats/registry.h"
#include "halfulp/formats/tapered.h"
#include "halfulp/kernels/carriers.h"
#include "halfulp/kernels/code_arguments.h"
#include "halfulp/kernels/codes.h"
#include "halfulp/kernels/decode_lanes.h"
#include "halfulp/kernels/grain.h"
#include "halfulp/kernels/inputs.h"
#include "halfulp/kernels/member_lanes.h"
#include "halfulp/rounding/round.h"

namespace halfulp::kernels {
namespace {

const std::array<float, 256>& tapered_numbers() {
  static const auto table = [] {
    std::array<float, 256> numbers{};
    for (unsigned code = 0; code < 256; ++code)
      numbers[code] = narrow_exactly(decode_tapered(code));
    return numbers;
  }();
  return table;
}

// Decodes parts of arrays to T.
template <class Code, class T>
class Decoder {
 public:
  explicit Decoder(const Format& format)
      : format_(format), wide_layout_(code_layout<double>(format)) {
    if constexpr (sizeof(Code) < 8) layout_ = code_layout<float>(format);
  }

  void decode(const Code* codes, T* out, std::size_t count) const {
    for (std::size_t i = 0; i < count; i += kCodeBuffer)
      decode_buffer(codes + i, out + i, std::min(kCodeBuffer, count - i));
  }

 private:
  void decode_buffer(const Code* codes, T* out, std::size_t count) const {
    if constexpr (sizeof(Code) < 8) {
      if (layout_ && has_decode_lanes(*layout_))
        return decode_groups(codes, out, count);
    }
    decode_members_of(codes, out, count);
  }

  // A group at a time, but for those that have something special.
  void decode_groups(const Code* codes, T* out, std::size_t count) const {
    std::array<float, kCodeBuffer> buffer;
    for (std::size_t i = 0; i < count;) {
      const std::size_t groups = (count - i) / kCodeGroup * kCodeGroup;
      if constexpr (sizeof(T) == 4) {
        i += decode_lanes(codes + i, out + i, groups, *layout_);
      } else {
        const std::size_t done =
            decode_lanes(codes + i, buffer.data(), groups, *layout_);
        widen_lanes(buffer.data(), out + i, done);
        i += done;
      }
      const std::size_t rest = std::min(kCodeGroup, count - i);
      decode_members_of(codes + i, out + i, rest);
      i += rest;
    }
  }

  // Any codes.
  void decode_members_of(const Code* codes, T* out, std::size_t count) const {
    if constexpr (sizeof(Code) < 8 && sizeof(T) == 4) {
      if (layout_) return decode_members(codes, out, count, *layout_);
    }
    if (wide_layout_) return decode_wide(codes, out, count);
    if (format_.encoding == Encoding::tapered)
      return decode_tapered_codes(codes, out, count);
    for (std::size_t i = 0; i < count; ++i) out[i] = decode_one(codes[i]);
  }

  void decode_wide(const Code* codes, T* out, std::size_t count) const {
    if constexpr (sizeof(T) == 8) {
      decode_members(codes, out, count, *wide_layout_);
    } else {
      std::array<double, kCodeBuffer> numbers;
      decode_members(codes, numbers.data(), count, *wide_layout_);
      narrow_lanes(numbers.data(), out, count);
    }
  }

  static void decode_tapered_codes(const Code* codes, T* out, std::size_t count) {
    const auto& table = tapered_numbers();
    for (std::size_t i = 0; i < count; ++i) out[i] = static_cast<T>(table[codes[i]]);
  }

  T decode_one(Code code) const {
    const double number = halfulp::decode(code, format_);
    if constexpr (sizeof(T) == 4) {
      return narrow_exactly(number);
    } else {
      return number;
    }
  }

  Format format_;
  std::optional<CodeLayout<float>> layout_;
  std::optional<CodeLayout<double>> wide_layout_;
};

}  // namespace

template <class Code, class T>
void decode(std::span<const Code> codes, std::span<T> out, const Format& format,
            int threads) {
  require_apart(codes, out);
  require_valid(format);
  if constexpr (sizeof(T) == 4) round(T{0}, format);  // refuses what T does not hold
  require_width(format, std::numeric_limits<Code>::digits);
  require_codes(codes, format, threads);
  const Decoder<Code, T> decoder(format);
  parallel_for(codes.size(), threads, kGrain, [&](std::size_t begin, std::size_t end) {
    decoder.decode(codes.data() + begin, out.data() + begin, end - begin);
  });
}

#define HALFULP_DECODE(Code, T) \
  template void decode(std::span<const Code>, std::span<T>, const Format&, int);

HALFULP_DECODE(std::uint8_t, float)
HALFULP_DECODE(std::uint16_t, float)
HALFULP_DECODE(std::uint32_t, float)
HALFULP_DECODE(std::uint64_t, float)
HALFULP_DECODE(std::uint8_t, double)
HALFULP_DECODE(std::uint16_t, double)
HALFULP_DECODE(std::uint32_t, double)
HALFULP_DECODE(std::uint64_t, double)

}  // namespace halfulp::kernels
