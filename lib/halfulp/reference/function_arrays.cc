#include "halfulp/reference/function_arrays.h"

#include "halfulp/base/parallel.h"
#include "halfulp/base/spans.h"

namespace halfulp::reference {

void evaluate(Function function, std::span<const double> in, std::span<double> out,
              const Format& format, const RoundingRule& rule, int threads) {
  require_same_or_apart(in, out);
  constexpr std::size_t kGrain = 16;  // some tens of microseconds
  parallel_for(in.size(), threads, kGrain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      out[i] = evaluate(function, in[i], format, rule);
    }
  });
}

}  // namespace halfulp::reference
