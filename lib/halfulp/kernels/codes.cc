#include "halfulp/kernels/codes.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "halfulp/base/parallel.h"
#include "halfulp/base/spans.h"
#include "halfulp/formats/codec.h"
#include "halfulp/formats/named_formats.h"
#include "halfulp/formats/registry.h"
#include "halfulp/kernels/code_lanes.h"
#include "halfulp/kernels/grain.h"
#include "halfulp/kernels/inputs.h"
#include "halfulp/kernels/rounder.h"
#include "halfulp/kernels/shortcut.h"
#include "halfulp/rounding/round.h"

namespace halfulp::kernels {
namespace {

constexpr std::size_t kBuffer = 1024;  // numbers; a multiple of kCodeGroup
using Floats = std::array<float, kBuffer>;

template <class Code>
void require_width(const Format& format) {
  constexpr int kBits = std::numeric_limits<Code>::digits;
  if (format.width <= kBits) return;
  throw std::invalid_argument("codes of " + std::string(format.name.view()) + " have " +
                              std::to_string(format.width) +
                              " bits, which integers of " + std::to_string(kBits) +
                              " do not hold");
}

// Codes of 64 bits are left to the definition.
template <class Code>
constexpr bool kHasLanes = sizeof(Code) < 8;

// The limit of numbers that are rounded on the way, if they may be.
std::optional<EncodeLimit> rounding_limit(const Format& format,
                                          const RoundingRule& rule) {
  if (rule.mode != Rounding::nearest_even) return std::nullopt;
  const auto params = round_params<float>(format, rule);
  if (!params) return std::nullopt;
  const Shortcut<float> quick = shortcut(*params, format, rule);
  if (quick.kind == ShortcutKind::none) return std::nullopt;
  const bool by_conversion = quick.kind == ShortcutKind::binary16;
  return EncodeLimit{by_conversion ? params->limit.positive : quick.limit, quick.clamps,
                     quick.max};
}

EncodeLimit finite_limit(const Format& format) {
  const float max = narrow_exactly(format.max());
  return {std::bit_cast<std::int32_t>(max), false, max};
}

// Codes of `count` numbers, a group at a time in lanes: all but those groups that have
// something special, of which `special` gives the code of number i.
template <class Code, class Special>
void encode_groups(const float* in, Code* codes, std::size_t count,
                   const CodeLayout& layout, const EncodeLimit& limit,
                   const Special& special) {
  for (std::size_t i = 0; i < count;) {
    const std::size_t groups = (count - i) / kCodeGroup * kCodeGroup;
    i += encode_lanes(in + i, codes + i, groups, layout, limit);
    const std::size_t rest = std::min(kCodeGroup, count - i);
    if (rest < kCodeGroup) {  // a part of a group
      std::array<float, kCodeGroup> numbers{};
      std::array<Code, kCodeGroup> found;
      std::copy_n(in + i, rest, numbers.begin());
      if (encode_lanes(numbers.data(), found.data(), kCodeGroup, layout, limit) != 0) {
        std::copy_n(found.begin(), rest, codes + i);
        return;
      }
    }
    for (const std::size_t end = i + rest; i < end; ++i) codes[i] = special(i);
  }
}

double as_binary64(float x) { return widen(x); }
double as_binary64(double x) { return x; }

// Encodes parts of arrays of T.
template <class T, class Code>
class Encoder {
 public:
  Encoder(const Format& format, const RoundingRule& rule, const RandomSource& source)
      : format_(format), rule_(rule), source_(source), layout_(code_layout(format)) {
    if (!layout_) return;
    if constexpr (sizeof(T) == 4) rounding_limit_ = rounding_limit(format, rule);
    finite_limit_ = finite_limit(format);
    if (!rounding_limit_) round_ = rounder<T>(format, rule);
  }

  void encode(const T* in, Code* codes, std::size_t begin, std::size_t end) const {
    if constexpr (kHasLanes<Code>) {
      if (layout_) {
        for (std::size_t i = begin; i < end; i += kBuffer) {
          encode_buffer(in + i, codes + i, std::min(kBuffer, end - i), i);
        }
        return;
      }
    }
    for (std::size_t i = begin; i < end; ++i) codes[i] = encode_one(in[i], i);
  }

 private:
  Code encode_one(T x, std::uint64_t index) const {
    const std::uint32_t word =
        is_stochastic(rule_.mode) ? random_word(source_, index) : 0;
    return static_cast<Code>(
        halfulp::encode(round(as_binary64(x), format_, rule_, word), format_));
  }

  void encode_buffer(const T* in, Code* codes, std::size_t count,
                     std::uint64_t index) const {
    const auto special = [&](std::size_t i) { return encode_one(in[i], index + i); };
    alignas(64) Floats floats;
    if constexpr (sizeof(T) == 4) {
      if (rounding_limit_) {
        return encode_groups(in, codes, count, *layout_, *rounding_limit_, special);
      }
    }
    alignas(64) std::array<T, kBuffer> rounded;
    round_(in, rounded.data(), advanced(source_, index), count);
    const float* numbers;
    if constexpr (sizeof(T) == 4) {
      numbers = rounded.data();
    } else {
      const std::size_t whole = (count + kCodeGroup - 1) / kCodeGroup * kCodeGroup;
      std::fill(rounded.begin() + count, rounded.begin() + whole, 0.0);
      narrow_lanes(rounded.data(), floats.data(), whole);
      numbers = floats.data();
    }
    encode_groups(numbers, codes, count, *layout_, finite_limit_, special);
  }

  Format format_;
  RoundingRule rule_;
  RandomSource source_;
  std::optional<CodeLayout> layout_;
  std::optional<EncodeLimit> rounding_limit_;
  EncodeLimit finite_limit_{};
  RoundPart<T> round_;
};

// Decodes parts of arrays to T.
template <class Code, class T>
class Decoder {
 public:
  // Formats of other layouts are looked up, if there are more codes than entries: up to the
  // first code that stands for nothing.
  Decoder(const Format& format, std::size_t count)
      : format_(format), layout_(code_layout(format)) {
    if (layout_ || format.width > 16 || count >> format.width == 0) return;
    try {
      for (std::uint64_t code = 0; code >> format.width == 0; ++code)
        table_.push_back(decode_one(static_cast<Code>(code)));
    } catch (const std::invalid_argument&) {
    }
  }

  void decode(const Code* codes, T* out, std::size_t count) const {
    if constexpr (kHasLanes<Code>) {
      if (layout_) {
        for (std::size_t i = 0; i < count; i += kBuffer) {
          decode_buffer(codes + i, out + i, std::min(kBuffer, count - i));
        }
        return;
      }
    }
    for (std::size_t i = 0; i < count; ++i) {
      out[i] = codes[i] < table_.size() ? table_[codes[i]] : decode_one(codes[i]);
    }
  }

 private:
  T decode_one(Code code) const {
    const double number = halfulp::decode(code, format_);
    if constexpr (sizeof(T) == 4) {
      return narrow_exactly(number);
    } else {
      return number;
    }
  }

  void decode_buffer(const Code* codes, T* out, std::size_t count) const {
    if constexpr (sizeof(T) == 4) {
      decode_groups(codes, out, out, count);
    } else {
      Floats floats;
      decode_groups(codes, floats.data(), out, count);
    }
  }

  // Finite numbers through `floats`, all into `out`.
  void decode_groups(const Code* codes, float* floats, T* out,
                     std::size_t count) const {
    for (std::size_t i = 0; i < count;) {
      const std::size_t groups = (count - i) / kCodeGroup * kCodeGroup;
      const std::size_t done = decode_lanes(codes + i, floats + i, groups, *layout_);
      if constexpr (sizeof(T) == 8) widen_lanes(floats + i, out + i, done);
      i += done;
      const std::size_t end = std::min(count, i + kCodeGroup);
      for (; i < end; ++i) out[i] = decode_one(codes[i]);
    }
  }

  Format format_;
  std::optional<CodeLayout> layout_;
  std::vector<T> table_;
};

template <class T, class Code>
void encode_span(std::span<const T> in, std::span<Code> codes, const Format& format,
                 const RoundingRule& rule, const RandomSource& source, int threads) {
  require_apart(in, codes);
  // The definition refuses formats that are invalid or beyond T's storage.
  round(T{0}, format, rule, 0);
  require_width<Code>(format);
  require_inputs(in, format, rule);
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

template <class Code, class T>
void decode(std::span<const Code> codes, std::span<T> out, const Format& format,
            int threads) {
  require_apart(codes, out);
  require_valid(format);
  if constexpr (sizeof(T) == 4) round(T{0}, format);  // refuses what T does not hold
  require_width<Code>(format);
  require_codes(codes, format, threads);
  const Decoder<Code, T> decoder(format, codes.size());
  parallel_for(codes.size(), threads, kGrain, [&](std::size_t begin, std::size_t end) {
    decoder.decode(codes.data() + begin, out.data() + begin, end - begin);
  });
}

#define HALFULP_CODES(T, Code)                                             \
  template void encode(std::span<const T>, std::span<Code>, const Format&, \
                       const RoundingRule&, const RandomSource&, int);     \
  template void encode(std::span<const T>, std::span<Code>, const Format&, \
                       const RoundingRule&, int);                          \
  template void decode(std::span<const Code>, std::span<T>, const Format&, int);

HALFULP_CODES(float, std::uint8_t)
HALFULP_CODES(float, std::uint16_t)
HALFULP_CODES(float, std::uint32_t)
HALFULP_CODES(float, std::uint64_t)
HALFULP_CODES(double, std::uint8_t)
HALFULP_CODES(double, std::uint16_t)
HALFULP_CODES(double, std::uint32_t)
HALFULP_CODES(double, std::uint64_t)

}  // namespace halfulp::kernels
