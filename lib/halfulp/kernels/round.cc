#include "halfulp/kernels/round.h"

#include "halfulp/base/parallel.h"
#include "halfulp/base/spans.h"
#include "halfulp/kernels/grain.h"
#include "halfulp/kernels/inputs.h"
#include "halfulp/kernels/rounder.h"
#include "halfulp/rounding/round.h"

namespace halfulp::kernels {
namespace {

// `source` is looked at by stochastic modes only.
template <class T>
void round_span(std::span<const T> in, std::span<T> out, const Format& format,
                const RoundingRule& rule, const RandomSource& source, int threads) {
  require_same_or_apart(in, out);
  // The definition refuses formats that are invalid or beyond T's storage.
  halfulp::round(T{0}, format, rule, 0);
  require_inputs(in, format, rule, threads);

  const RoundPart<T> round_part = rounder<T>(format, rule);
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
