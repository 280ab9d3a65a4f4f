#include "halfulp/kernels/round.h"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>

#include "halfulp/base/parallel.h"
#include "halfulp/base/text.h"
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

// Rounds a part of an array; the source begins with the word of its first element.
template <class T>
using RoundPart = std::function<void(const T* in, T* out, const RandomSource& source,
                                     std::size_t count)>;

// How to round a part of the array.
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

// What `require` says against such inputs, if it throws.
std::optional<std::string> objection(const std::function<void()>& require) {
  try {
    require();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return std::nullopt;
}

double as_binary64(float x) { return widen(x); }
double as_binary64(double x) { return x; }

template <class T>
void require_inputs(std::span<const T> in, const Format& format,
                    const RoundingRule& rule) {
  const auto to_nan = objection([&] { require_nan_rule(format, rule); });
  const auto to_plus = objection([&] { require_infinity_rule(format, rule, false); });
  const auto to_minus = objection([&] { require_infinity_rule(format, rule, true); });
  if (!to_nan && !to_plus && !to_minus) return;
  for (std::size_t i = 0; i < in.size(); ++i) {
    const double x = as_binary64(in[i]);
    if (!is_not_a_number(x) && !is_infinite(x)) continue;
    const auto& why = is_not_a_number(x) ? to_nan : sign_bit(x) ? to_minus : to_plus;
    if (why) {
      throw std::invalid_argument("element " + std::to_string(i) + " is " +
                                  shortest(x) + ": " + *why);
    }
  }
}

template <class T>
void require_same_or_apart(std::span<const T> in, std::span<T> out) {
  if (in.size() != out.size()) {
    throw std::invalid_argument("round: in has " + std::to_string(in.size()) +
                                " elements, out has " + std::to_string(out.size()));
  }
  const std::less<const T*> before;
  const T* const in_end = in.data() + in.size();
  const T* const out_end = out.data() + out.size();
  if (in.data() != out.data() && before(in.data(), out_end) &&
      before(out.data(), in_end)) {
    throw std::invalid_argument(
        "round: in and out overlap but are not the same; round in place or elsewhere");
  }
}

// `source` is looked at by stochastic modes only.
template <class T>
void round_span(std::span<const T> in, std::span<T> out, const Format& format,
                const RoundingRule& rule, const RandomSource& source, int threads) {
  require_same_or_apart(in, out);
  // The definition refuses formats that are invalid or beyond T's storage.
  halfulp::round(T{0}, format, rule, 0);
  require_inputs(in, format, rule);

  const RoundPart<T> round_part = rounder<T>(format, rule);
  constexpr std::size_t kGrain = 4096;  // keeps parts aligned alike
  parallel_for(in.size(), threads, kGrain, [&](std::size_t begin, std::size_t end) {
    round_part(in.data() + begin, out.data() + begin, advanced(source, begin),
               end - begin);
  });
}

}  // namespace

void round(std::span<const double> in, std::span<double> out, const Format& format,
           const RoundingRule& rule, const RandomSource& source, int threads) {
  round_span(in, out, format, rule, source, threads);
}

void round(std::span<const float> in, std::span<float> out, const Format& format,
           const RoundingRule& rule, const RandomSource& source, int threads) {
  round_span(in, out, format, rule, source, threads);
}

void round(std::span<const double> in, std::span<double> out, const Format& format,
           const RoundingRule& rule, int threads) {
  require_deterministic(rule);
  round_span(in, out, format, rule, {}, threads);
}

void round(std::span<const float> in, std::span<float> out, const Format& format,
           const RoundingRule& rule, int threads) {
  require_deterministic(rule);
  round_span(in, out, format, rule, {}, threads);
}

}  // namespace halfulp::kernels
