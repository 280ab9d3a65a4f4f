#include "halfulp/kernels/inputs.h"

#include <functional>
#include <optional>
#include <stdexcept>
#include <string>

#include "halfulp/base/text.h"
#include "halfulp/rounding/round.h"

namespace halfulp::kernels {
namespace {

// What `require` says against such inputs, if it throws.
std::optional<std::string> objection(const std::function<void()>& require) {
  try {
    require();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return std::nullopt;
}

double as_binary64(float x) { return widen(x); }
double as_binary64(double x) { return x; }

}  // namespace

template <class T>
void require_inputs(std::span<const T> in, const Format& format,
                    const RoundingRule& rule) {
  require_inputs(
      in, [&] { require_nan_rule(format, rule); },
      [&](bool negative) { require_infinity_rule(format, rule, negative); });
}

template <class T>
void require_inputs(std::span<const T> in, const std::function<void()>& nan,
                    const std::function<void(bool)>& infinity) {
  const auto to_nan = objection(nan);
  const auto to_plus = objection([&] { infinity(false); });
  const auto to_minus = objection([&] { infinity(true); });
  if (!to_nan && !to_plus && !to_minus) return;
  for (std::size_t i = 0; i < in.size(); ++i) {
    const double x = as_binary64(in[i]);
    if (!is_not_a_number(x) && !is_infinite(x)) continue;
    const auto& why = is_not_a_number(x) ? to_nan : sign_bit(x) ? to_minus : to_plus;
    if (why) {
      throw std::invalid_argument("element " + std::to_string(i) + " is " +
                                  shortest(x) + ": " + *why);
    }
  }
}

template void require_inputs(std::span<const float>, const Format&,
                             const RoundingRule&);
template void require_inputs(std::span<const double>, const Format&,
                             const RoundingRule&);
template void require_inputs(std::span<const float>, const std::function<void()>&,
                             const std::function<void(bool)>&);
template void require_inputs(std::span<const double>, const std::function<void()>&,
                             const std::function<void(bool)>&);

}  // namespace halfulp::kernels
