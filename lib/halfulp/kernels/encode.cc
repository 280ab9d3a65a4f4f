#include <algorithm>
#include <array>
#include <limits>
#include <optional>

#include "halfulp/base/parallel.h"
#include "halfulp/base/spans.h"
#include "halfulp/kernels/code_arguments.h"
#include "halfulp/kernels/codes.h"
#include "halfulp/kernels/encode_lanes.h"
#include "halfulp/kernels/grain.h"
#include "halfulp/kernels/inputs.h"
#include "halfulp/kernels/member_codes.h"
#include "halfulp/kernels/rounder.h"
#include "halfulp/rounding/round.h"

namespace halfulp::kernels {
namespace {

// Encodes parts of arrays of T.
template <class T, class Code>
class Encoder {
 public:
  Encoder(const Format& format, const RoundingRule& rule, const RandomSource& source)
      : source_(source), round_(rounder<T>(format, rule)), members_(format) {
    if constexpr (sizeof(Code) < 8) shortcut_ = code_shortcut<T>(format);
    if (!shortcut_) return;
    rounding_limit_ = rounding_limit<T>(format, rule);
    member_limit_ = member_limit<T>(format);
  }

  void encode(const T* in, Code* codes, std::size_t begin, std::size_t end) const {
    for (std::size_t i = begin; i < end; i += kCodeBuffer)
      encode_buffer(in + i, codes + i, std::min(kCodeBuffer, end - i), i);
  }

 private:
  void encode_buffer(const T* in, Code* codes, std::size_t count,
                     std::uint64_t index) const {
    const auto round_first = [&](std::size_t i, std::size_t part) {
      round_and_encode(in + i, codes + i, part, index + i);
    };
    if (!rounding_limit_) return round_first(0, count);
    encode_groups(in, codes, count, *rounding_limit_, round_first);
  }

  void round_and_encode(const T* in, Code* codes, std::size_t count,
                        std::uint64_t index) const {
    alignas(64) std::array<T, kCodeBuffer> members;
    round_(in, members.data(), advanced(source_, index), count);
    const auto encode_them = [&](std::size_t i, std::size_t part) {
      members_(members.data() + i, part, codes + i);
    };
    if (!shortcut_) return encode_them(0, count);
    encode_groups(members.data(), codes, count, member_limit_, encode_them);
  }

  // A group at a time by the shortcut: all but those that have a number beyond the limit, which
  // `others` does.
  template <class Others>
  void encode_groups(const T* in, Code* codes, std::size_t count,
                     const EncodeLimit<T>& limit, const Others& others) const {
    if constexpr (sizeof(Code) < 8) {
      for (std::size_t i = 0; i < count;) {
        const std::size_t groups = (count - i) / kCodeGroup * kCodeGroup;
        i += encode_lanes(in + i, codes + i, groups, *shortcut_, limit);
        if (i == count) return;
        const std::size_t rest = std::min(kCodeGroup, count - i);
        if (rest == kCodeGroup || !encode_rest(in + i, codes + i, rest, limit))
          others(i, rest);
        i += rest;
      }
    }
  }

  // Fewer than a group, if none is beyond the limit.
  bool encode_rest(const T* in, Code* codes, std::size_t count,
                   const EncodeLimit<T>& limit) const {
    std::array<T, kCodeGroup> numbers;
    numbers.fill(in[0]);  // no number that is not there decides
    std::array<Code, kCodeGroup> found;
    std::copy_n(in, count, numbers.begin());
    if (encode_lanes(numbers.data(), found.data(), kCodeGroup, *shortcut_, limit) == 0)
      return false;
    std::copy_n(found.begin(), count, codes);
    return true;
  }

  RandomSource source_;
  RoundPart<T> round_;
  MemberCodes<T> members_;
  std::optional<CodeShortcut<T>> shortcut_;
  std::optional<EncodeLimit<T>> rounding_limit_;
  EncodeLimit<T> member_limit_{};
};

template <class T, class Code>
void encode_span(std::span<const T> in, std::span<Code> codes, const Format& format,
                 const RoundingRule& rule, const RandomSource& source, int threads) {
  require_apart(in, codes);
  // The definition refuses formats that are invalid or beyond T's storage.
  round(T{0}, format, rule, 0);
  require_width(format, std::numeric_limits<Code>::digits);
  require_inputs(in, format, rule, threads);
  const Encoder<T, Code> encoder(format, rule, source);
  parallel_for(in.size(), threads, kGrain, [&](std::size_t begin, std::size_t end) {
    encoder.encode(in.data(), codes.data(), begin, end);
  });
}

}  // namespace

template <class T, class Code>
void encode(std::span<const T> in, std::span<Code> codes, const Format& format,
            const RoundingRule& rule, const RandomSource& source, int threads) {
  encode_span(in, codes, format, rule, source, threads);
}

template <class T, class Code>
void encode(std::span<const T> in, std::span<Code> codes, const Format& format,
            const RoundingRule& rule, int threads) {
  require_deterministic(rule);
  encode_span(in, codes, format, rule, {}, threads);
}

#define HALFULP_ENCODE(T, Code)                                            \
  template void encode(std::span<const T>, std::span<Code>, const Format&, \
                       const RoundingRule&, const RandomSource&, int);     \
  template void encode(std::span<const T>, std::span<Code>, const Format&, \
                       const RoundingRule&, int);

HALFULP_ENCODE(float, std::uint8_t)
HALFULP_ENCODE(float, std::uint16_t)
HALFULP_ENCODE(float, std::uint32_t)
HALFULP_ENCODE(float, std::uint64_t)
HALFULP_ENCODE(double, std::uint8_t)
HALFULP_ENCODE(double, std::uint16_t)
HALFULP_ENCODE(double, std::uint32_t)
HALFULP_ENCODE(double, std::uint64_t)

}  // namespace halfulp::kernels
