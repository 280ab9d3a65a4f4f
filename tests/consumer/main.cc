// The C++ example of README.md.
#include <cstdio>

#include "halfulp/formats/named_formats.h"
#include "halfulp/kernels/matmul.h"
#include "halfulp/metrics/errors.h"
#include "halfulp/reference/dot.h"

int main() {
  using namespace halfulp;
  const Matrix a = Matrix::NullaryExpr(
      64, 512, [](auto i, auto k) { return 1.0 / static_cast<double>(i + k + 1); });
  const AccumulationModel model{.operands = bf16, .accumulator = fp32};
  const Matrix computed = kernels::matmul(a, a.transpose(), model);
  const Matrix exact = reference::matmul(a, a.transpose());
  const auto error =
      metrics::rel_rmse({computed.data(), 64 * 64}, {exact.data(), 64 * 64});
  std::printf("relative RMSE %.3e\n", error.value);
}
