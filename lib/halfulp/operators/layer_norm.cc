#include "halfulp/operators/layer_norm.h"

#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "halfulp/base/binary64.h"
#include "halfulp/base/fp_environment.h"
#include "halfulp/base/text.h"

namespace halfulp::operators {
namespace {

void require_valid(const MatrixView& a, const LayerNormOptions& options) {
  const double eps = options.eps;
  // By its bits: where subnormals are flushed, -1e-310 < 0 is false.
  if (is_not_a_number(eps) || is_infinite(eps) || (sign_bit(eps) && !is_zero(eps))) {
    throw std::invalid_argument("eps must be finite and not negative, got " +
                                shortest(eps));
  }
  if (a.rows() == 0) return;
  if (a.cols() == 0) {
    throw std::invalid_argument(
        "layer_norm needs rows with elements, got a matrix of " +
        std::to_string(a.rows()) + " x 0");
  }
  if (a.cols() == 1 && options.divisor == VarianceDivisor::n_minus_one) {
    throw std::invalid_argument(
        "divisor n_minus_one needs rows of two elements or more, got a matrix of " +
        std::to_string(a.rows()) + " x 1; use divisor n");
  }
}

// One row of n elements, in the order that the header gives.
void normalise(const double* a, Eigen::Index n, const LayerNormOptions& options,
               double* y) {
  const auto count = static_cast<double>(n);
  double sum = 0;
  for (Eigen::Index i = 0; i < n; ++i) sum += a[i];
  const double mean = sum / count;

  double squares = 0;
  for (Eigen::Index i = 0; i < n; ++i) {
    const double deviation = a[i] - mean;
    squares += deviation * deviation;
  }
  const double divisor = options.divisor == VarianceDivisor::n ? count : count - 1;
  const double root = std::sqrt(squares / divisor + options.eps);

  for (Eigen::Index i = 0; i < n; ++i) {
    const double value = (a[i] - mean) / root;
    // Which NaN an operation gives is up to the processor and the compiler.
    y[i] = is_not_a_number(value) ? std::numeric_limits<double>::quiet_NaN() : value;
  }
}

}  // namespace

Matrix layer_norm(const MatrixView& a, const LayerNormOptions& options) {
  require_valid(a, options);
  Matrix y(a.rows(), a.cols());
  in_default_fp_environment([&] {
    for (Eigen::Index i = 0; i < a.rows(); ++i) {
      normalise(a.data() + i * a.outerStride(), a.cols(), options,
                y.data() + i * y.cols());
    }
  });
  return y;
}

}  // namespace halfulp::operators
