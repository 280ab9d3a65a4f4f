#include "halfulp/kernels/rounder.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "halfulp/kernels/binades.h"
#include "halfulp/kernels/round_array.h"
#include "halfulp/rounding/round.h"

namespace halfulp::kernels {
namespace {

// Binary32 storage in binary64 lanes: both conversions are exact, but for the signalling bit
// of NaNs, which every image of a NaN has set anyway.
void round_widened(Rounding mode, const float* in, float* out,
                   const RandomSource& source, std::size_t count,
                   const RoundParams<double>& params) {
  std::array<double, 256> buffer;
  for (std::size_t i = 0; i < count; i += buffer.size()) {
    const std::size_t part = std::min(buffer.size(), count - i);
    for (std::size_t j = 0; j < part; ++j) buffer[j] = static_cast<double>(in[i + j]);
    round_array(mode, buffer.data(), buffer.data(), advanced(source, i), part, params);
    for (std::size_t j = 0; j < part; ++j) out[i + j] = static_cast<float>(buffer[j]);
  }
}

// A tapered format has one of four precisions in each binade: all of them are tried, and the
// one of the binade is taken.
template <class T>
class TaperedRounder {
 public:
  TaperedRounder(const Format& format, const RoundingRule& rule) : mode_(rule.mode) {
    for (std::size_t i = 0; i < kPrecisions; ++i)
      params_[i] = tapered_params<T>(format, static_cast<int>(i) + 1, rule);
    for (std::size_t i = 1; i < kPrecisions; ++i)
      binades_[i] = binades_of(static_cast<int>(i) + 1);
  }

  void operator()(const T* in, T* out, const RandomSource& source,
                  std::size_t count) const {
    for (std::size_t i = 0; i < count; i += kBuffer) {
      round_buffer(in + i, out + i, advanced(source, i), std::min(kBuffer, count - i));
    }
  }

 private:
  static constexpr std::size_t kPrecisions = 4;
  static constexpr std::size_t kBuffer = 256;

  using Pattern = std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>;

  void round_buffer(const T* in, T* out, const RandomSource& source,
                    std::size_t count) const {
    std::array<T, kBuffer> given, rounded;
    std::copy_n(in, count, given.begin());  // `in` may be `out`
    round_array(mode_, in, out, source, count, params_[0]);
    for (std::size_t k = 1; k < kPrecisions; ++k) {
      round_array(mode_, given.data(), rounded.data(), source, count, params_[k]);
      take_in_binades(given.data(), count, binades_[k], rounded.data(), out);
    }
  }

  // Those with at least that precision: from 2^-e to 2^(e + 1).
  static Binades<Pattern> binades_of(int precision) {
    int e = 0;
    while (tapered_precision(e + 1) >= precision) ++e;
    return {std::bit_cast<Pattern>(static_cast<T>(power_of_two(-e))),
            std::bit_cast<Pattern>(static_cast<T>(power_of_two(e + 1)))};
  }

  Rounding mode_;
  std::array<RoundParams<T>, kPrecisions> params_;
  std::array<Binades<Pattern>, kPrecisions> binades_{};
};

}  // namespace

template <class T>
RoundPart<T> rounder(const Format& format, const RoundingRule& rule) {
  const Rounding mode = rule.mode;
  if (const auto params = round_params<T>(format, rule)) {
    const Shortcut<T> quick = shortcut(*params, format, rule);
    return [=](const T* in, T* out, const RandomSource& source, std::size_t count) {
      round_array(mode, in, out, source, count, *params, quick);
    };
  }
  if constexpr (sizeof(T) == 4) {
    if (const auto params = round_params<double>(format, rule)) {
      return [=](const T* in, T* out, const RandomSource& source, std::size_t count) {
        round_widened(mode, in, out, source, count, *params);
      };
    }
  }
  if (format.encoding == Encoding::tapered) return TaperedRounder<T>(format, rule);
  return [=](const T* in, T* out, const RandomSource& source, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint32_t word = is_stochastic(mode) ? random_word(source, i) : 0;
      out[i] = halfulp::round(in[i], format, rule, word);
    }
  };
}

template RoundPart<float> rounder(const Format&, const RoundingRule&);
template RoundPart<double> rounder(const Format&, const RoundingRule&);

}  // namespace halfulp::kernels
