#include "halfulp/kernels/rounder.h"

#include <algorithm>
#include <array>

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
  return [=](const T* in, T* out, const RandomSource& source, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint32_t word = is_stochastic(mode) ? random_bits(source, i) : 0;
      out[i] = halfulp::round(in[i], format, rule, word);
    }
  };
}

template RoundPart<float> rounder(const Format&, const RoundingRule&);
template RoundPart<double> rounder(const Format&, const RoundingRule&);

}  // namespace halfulp::kernels
