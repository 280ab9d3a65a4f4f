#include "halfulp/reference/special_values.h"

#include "halfulp/base/binary64.h"

namespace halfulp::reference {
namespace {

struct SpecialValues {
  double at_minus_infinity;
  double at_minus_zero;
  double at_plus_zero;
  double at_plus_infinity;
  bool takes_negative_numbers = true;
};

SpecialValues special_values(Function function) {
  switch (function) {
    case Function::exp:
      return {0.0, 1.0, 1.0, kPositiveInfinity};
    case Function::log:
      return {kQuietNan, -kPositiveInfinity, -kPositiveInfinity, kPositiveInfinity,
              false};
    case Function::sin:
      return {kQuietNan, -0.0, 0.0, kQuietNan};
    case Function::cos:
      return {kQuietNan, 1.0, 1.0, kQuietNan};
    case Function::tanh:
    case Function::erf:
      return {-1.0, -0.0, 0.0, 1.0};
    case Function::erfc:
      return {2.0, 1.0, 1.0, 0.0};
    case Function::sqrt:
      return {kQuietNan, -0.0, 0.0, kPositiveInfinity, false};
    case Function::rsqrt:
      return {kQuietNan, -kPositiveInfinity, kPositiveInfinity, 0.0, false};
    case Function::gelu_erf:
    case Function::gelu_tanh:
      break;
  }
  return {-0.0, -0.0, 0.0, kPositiveInfinity};
}

}  // namespace

std::optional<double> special_value(Function function, double x) {
  const SpecialValues values = special_values(function);
  const bool negative = sign_bit(x);
  if (is_zero(x)) return negative ? values.at_minus_zero : values.at_plus_zero;
  if (is_infinite(x)) {
    return negative ? values.at_minus_infinity : values.at_plus_infinity;
  }
  if (negative && !values.takes_negative_numbers) return kQuietNan;
  return std::nullopt;
}

}  // namespace halfulp::reference
