#include "halfulp/kernels/inputs.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "halfulp/base/text.h"
#include "halfulp/kernels/block_steps.h"
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

// No search of what is not there.
template <class T>
bool all_finite(std::span<const T> in) {
  std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t> largest = 0;
  largest_in_blocks(in.data(), in.size(), std::max<std::size_t>(in.size(), 1),
                    &largest);
  return as_binary64(std::bit_cast<T>(largest)) < kPositiveInfinity;
}

}  // namespace

template <class T>
void require_inputs(std::span<const T> in, const Format& format,
                    const RoundingRule& rule) {
  const bool takes_all = format.has_nan() && rule.nan != NanRule::error &&
                         rule.inf_input != InfInput::error;
  if (takes_all || all_finite(in)) return;
  const auto to_nan = objection([&] { require_nan_rule(format, rule); });
  const auto to_plus = objection([&] { require_infinity_rule(format, rule, false); });
  const auto to_minus = objection([&] { require_infinity_rule(format, rule, true); });
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

}  // namespace halfulp::kernels
