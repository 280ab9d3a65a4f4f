#include "halfulp/rounding/neighbour_arrays.h"

#include "halfulp/base/parallel.h"
#include "halfulp/base/spans.h"
#include "halfulp/formats/registry.h"

namespace halfulp {
namespace {

template <class Function>
void map(std::span<const double> x, std::span<double> out, const Format& format,
         int threads, Function function) {
  require_same_or_apart(x, out);
  require_valid(format);
  constexpr std::size_t kGrain = 256;  // a few microseconds
  parallel_for(x.size(), threads, kGrain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) out[i] = function(x[i], format);
  });
}

}  // namespace

void ulp(std::span<const double> x, std::span<double> out, const Format& format,
         int threads) {
  map(x, out, format, threads,
      [](double value, const Format& f) { return ulp(value, f); });
}

void next_up(std::span<const double> x, std::span<double> out, const Format& format,
             int threads) {
  map(x, out, format, threads,
      [](double value, const Format& f) { return next_up(value, f); });
}

void next_down(std::span<const double> x, std::span<double> out, const Format& format,
               int threads) {
  map(x, out, format, threads,
      [](double value, const Format& f) { return next_down(value, f); });
}

}  // namespace halfulp
