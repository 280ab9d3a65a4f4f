#include "halfulp/reference/function_arrays.h"

#include <stdexcept>
#include <string>

#include "halfulp/base/parallel.h"

namespace halfulp::reference {

void evaluate(Function function, std::span<const double> in, std::span<double> out,
              const Format& format, const RoundingRule& rule, int threads) {
  if (in.size() != out.size()) {
    throw std::invalid_argument("the sizes of the input, " + std::to_string(in.size()) +
                                ", and of the output, " + std::to_string(out.size()) +
                                ", differ");
  }
  // An evaluation takes microseconds, a thread tens of them to start.
  constexpr std::size_t kGrain = 64;
  parallel_for(in.size(), threads, kGrain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      out[i] = evaluate(function, in[i], format, rule);
    }
  });
}

}  // namespace halfulp::reference
