#include "halfulp/operators/activations.h"

#include "halfulp/base/parallel.h"
#include "halfulp/reference/functions.h"

namespace halfulp::operators {
namespace {

using Activation = double (*)(double);

// An element takes some microseconds, a thread some tens of them to start.
constexpr std::size_t kGrain = 64;

Matrix map(const MatrixView& x, Activation activation, int threads) {
  Matrix y = x;
  const auto size = static_cast<std::size_t>(y.size());
  parallel_for(size, threads, kGrain, [&](std::size_t begin, std::size_t end) {
    for (double* element = y.data() + begin; element != y.data() + end; ++element) {
      *element = activation(*element);
    }
  });
  return y;
}

}  // namespace

Matrix tanh(const MatrixView& x, int threads) {
  return map(x, reference::tanh, threads);
}

Matrix gelu(const MatrixView& x, GeluForm form, int threads) {
  return map(x, form == GeluForm::erf ? reference::gelu_erf : reference::gelu_tanh,
             threads);
}

}  // namespace halfulp::operators
