#include "halfulp/kernels/round.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>

#include "halfulp/base/parallel.h"
#include "halfulp/base/text.h"
#include "halfulp/kernels/round_params.h"
#include "halfulp/rounding/round.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "halfulp/kernels/round.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
// Per target, after highway.h:
#include "halfulp/kernels/round-inl.h"

HWY_BEFORE_NAMESPACE();
namespace halfulp::kernels {
namespace HWY_NAMESPACE {

template <Rounding kMode, class T>
void RoundArray(const T* in, T* out, std::size_t count, const RoundParams<T>& params) {
  const hn::ScalableTag<T> d;
  const hn::CappedTag<T, 1> one;
  const std::size_t lanes = hn::Lanes(d);
  // Aligned stores are what makes this as fast as a copy; loads matter less.
  const std::size_t misaligned =
      reinterpret_cast<std::uintptr_t>(out) % (lanes * sizeof(T)) / sizeof(T);
  const std::size_t head = misaligned == 0 ? 0 : std::min(count, lanes - misaligned);
  std::size_t i = 0;
  for (; i < head; ++i) {
    hn::StoreU(Round<kMode>(one, hn::LoadU(one, in + i), params), one, out + i);
  }
  for (; i + lanes <= count; i += lanes) {
    hn::Store(Round<kMode>(d, hn::LoadU(d, in + i), params), d, out + i);
  }
  for (; i < count; ++i) {
    hn::StoreU(Round<kMode>(one, hn::LoadU(one, in + i), params), one, out + i);
  }
}

template <class T>
void RoundArrayInMode(Rounding mode, const T* in, T* out, std::size_t count,
                      const RoundParams<T>& params) {
  switch (mode) {
    case Rounding::nearest_even:
      return RoundArray<Rounding::nearest_even>(in, out, count, params);
    case Rounding::nearest_away:
      return RoundArray<Rounding::nearest_away>(in, out, count, params);
    case Rounding::toward_zero:
      return RoundArray<Rounding::toward_zero>(in, out, count, params);
    case Rounding::up:
      return RoundArray<Rounding::up>(in, out, count, params);
    case Rounding::down:
      return RoundArray<Rounding::down>(in, out, count, params);
    case Rounding::odd:
      return RoundArray<Rounding::odd>(in, out, count, params);
  }
}

void RoundBinary32(Rounding mode, const float* in, float* out, std::size_t count,
                   const RoundParams<float>& params) {
  RoundArrayInMode(mode, in, out, count, params);
}

void RoundBinary64(Rounding mode, const double* in, double* out, std::size_t count,
                   const RoundParams<double>& params) {
  RoundArrayInMode(mode, in, out, count, params);
}

}  // namespace HWY_NAMESPACE
}  // namespace halfulp::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace halfulp::kernels {
namespace {

HWY_EXPORT(RoundBinary32);
HWY_EXPORT(RoundBinary64);

void round_vectors(Rounding mode, const float* in, float* out, std::size_t count,
                   const RoundParams<float>& params) {
  HWY_DYNAMIC_DISPATCH(RoundBinary32)(mode, in, out, count, params);
}

void round_vectors(Rounding mode, const double* in, double* out, std::size_t count,
                   const RoundParams<double>& params) {
  HWY_DYNAMIC_DISPATCH(RoundBinary64)(mode, in, out, count, params);
}

// Binary32 storage in binary64 lanes: both conversions are exact, but for the signalling bit
// of NaNs, which every image of a NaN has set anyway.
void round_widened(Rounding mode, const float* in, float* out, std::size_t count,
                   const RoundParams<double>& params) {
  std::array<double, 256> buffer;
  for (std::size_t i = 0; i < count; i += buffer.size()) {
    const std::size_t part = std::min(buffer.size(), count - i);
    for (std::size_t j = 0; j < part; ++j) buffer[j] = static_cast<double>(in[i + j]);
    round_vectors(mode, buffer.data(), buffer.data(), part, params);
    for (std::size_t j = 0; j < part; ++j) out[i + j] = static_cast<float>(buffer[j]);
  }
}

template <class T>
using RoundPart = std::function<void(const T* in, T* out, std::size_t count)>;

// How to round a part of the array.
template <class T>
RoundPart<T> rounder(const Format& format, const RoundingRule& rule) {
  const Rounding mode = rule.mode;
  if (const auto params = round_params<T>(format, rule)) {
    return [=](const T* in, T* out, std::size_t count) {
      round_vectors(mode, in, out, count, *params);
    };
  }
  if constexpr (sizeof(T) == 4) {
    if (const auto params = round_params<double>(format, rule)) {
      return [=](const T* in, T* out, std::size_t count) {
        round_widened(mode, in, out, count, *params);
      };
    }
  }
  return [=](const T* in, T* out, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i)
      out[i] = halfulp::round(in[i], format, rule);
  };
}

using Requirement = void (*)(const Format&, const RoundingRule&);

// Why the rule makes such inputs an error, if it does.
std::optional<std::string> objection(Requirement require, const Format& format,
                                     const RoundingRule& rule) {
  try {
    require(format, rule);
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
  const auto to_nan = objection(require_nan_rule, format, rule);
  const auto to_infinity = objection(require_infinity_rule, format, rule);
  if (!to_nan && !to_infinity) return;
  for (std::size_t i = 0; i < in.size(); ++i) {
    const double x = as_binary64(in[i]);
    const auto& why = is_not_a_number(x) ? to_nan : to_infinity;
    if (why && (is_not_a_number(x) || is_infinite(x))) {
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

template <class T>
void round_array(std::span<const T> in, std::span<T> out, const Format& format,
                 const RoundingRule& rule, int threads) {
  require_same_or_apart(in, out);
  halfulp::round(T{0}, format,
                 rule);  // refuses invalid formats and those T cannot hold
  require_inputs(in, format, rule);

  const RoundPart<T> round_part = rounder<T>(format, rule);
  constexpr std::size_t kGrain = 4096;  // keeps parts aligned alike
  parallel_for(in.size(), threads, kGrain, [&](std::size_t begin, std::size_t end) {
    round_part(in.data() + begin, out.data() + begin, end - begin);
  });
}

}  // namespace

void round(std::span<const double> in, std::span<double> out, const Format& format,
           const RoundingRule& rule, int threads) {
  round_array(in, out, format, rule, threads);
}

void round(std::span<const float> in, std::span<float> out, const Format& format,
           const RoundingRule& rule, int threads) {
  round_array(in, out, format, rule, threads);
}

}  // namespace halfulp::kernels
#endif  // HWY_ONCE
