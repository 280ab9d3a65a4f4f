#include "halfulp/kernels/round.h"

#include <functional>
#include <stdexcept>
#include <string>

#include "halfulp/base/parallel.h"
#include "halfulp/kernels/inputs.h"
#include "halfulp/kernels/rounder.h"
#include "halfulp/rounding/round.h"

namespace halfulp::kernels {
namespace {

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
