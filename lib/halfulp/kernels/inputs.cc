#include "halfulp/kernels/inputs.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "halfulp/base/parallel.h"
#include "halfulp/base/text.h"
#include "halfulp/formats/codec.h"
#include "halfulp/kernels/block_steps.h"
#include "halfulp/kernels/grain.h"
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

// The codes that stand for nothing: those above `highest`, and those of which `field`, the
// code without its sign, is one of `unused` from `first_unused` on.
struct UnusedCodes {
  std::uint64_t highest;
  std::uint64_t field;
  std::uint64_t first_unused;
  std::uint64_t unused;
};

UnusedCodes unused_codes(const Format& format) {
  const std::uint64_t highest = ~std::uint64_t{0} >> (64 - format.width);
  // Where emax needs less than the exponent field can say.
  const bool has_gap = format.encoding == Encoding::sign_magnitude &&
                       format.specials == Specials::ieee &&
                       format.max_code() + 1 < format.infinity_code();
  if (!has_gap) return {highest, 0, 1, 0};
  const std::uint64_t first = format.max_code() + 1;
  return {highest, format.top_code(), first, format.infinity_code() - first};
}

// Without branches, so that compilers make vectors of it.
template <class Code>
bool any_unused(std::span<const Code> codes, const UnusedCodes& u) {
  const auto highest = static_cast<Code>(u.highest);
  const auto field = static_cast<Code>(u.field);
  const auto first = static_cast<Code>(u.first_unused);
  const auto unused = static_cast<Code>(u.unused);
  unsigned found = 0;
  for (const Code code : codes) {
    found |= static_cast<unsigned>(code > highest);
    found |= static_cast<unsigned>(static_cast<Code>((code & field) - first) < unused);
  }
  return found != 0;
}

// With the message of the definition.
template <class Code>
[[noreturn]] void refuse_first(std::span<const Code> codes, const Format& format,
                               std::size_t first_index) {
  for (std::size_t i = 0; i < codes.size(); ++i) {
    try {
      halfulp::decode(codes[i], format);
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument("element " + std::to_string(first_index + i) + ": " +
                                  error.what());
    }
  }
  throw std::logic_error("decode takes all codes of a part that has an unused one");
}

template <class T>
bool all_finite(std::span<const T> in) {
  std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t> largest = 0;
  largest_in_blocks(in.data(), in.size(), std::max<std::size_t>(in.size(), 1),
                    &largest);
  return as_binary64(std::bit_cast<T>(largest)) < kPositiveInfinity;
}

template <class T>
bool all_finite(std::span<const T> in, int threads) {
  std::atomic<bool> are_finite = true;
  parallel_for(in.size(), threads, kGrain, [&](std::size_t begin, std::size_t end) {
    if (!all_finite(in.subspan(begin, end - begin))) are_finite = false;
  });
  return are_finite;
}

}  // namespace

template <class T>
void require_inputs(std::span<const T> in, const Format& format,
                    const RoundingRule& rule, int threads) {
  const bool takes_all = format.has_nan() && rule.nan != NanRule::error &&
                         rule.inf_input != InfInput::error;
  if (takes_all) return;
  require_inputs(
      in, [&] { require_nan_rule(format, rule); },
      [&](bool negative) { require_infinity_rule(format, rule, negative); }, threads);
}

template <class T>
void require_inputs(std::span<const T> in, const std::function<void()>& nan,
                    const std::function<void(bool)>& infinity, int threads) {
  if (all_finite(in, threads)) return;  // no search of what is not there
  const auto to_nan = objection(nan);
  const auto to_plus = objection([&] { infinity(false); });
  const auto to_minus = objection([&] { infinity(true); });
  if (!to_nan && !to_plus && !to_minus) return;
  // The exception of the lowest range is the one that comes through.
  parallel_for(in.size(), threads, kGrain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const double x = as_binary64(in[i]);
      if (!is_not_a_number(x) && !is_infinite(x)) continue;
      const auto& why = is_not_a_number(x) ? to_nan : sign_bit(x) ? to_minus : to_plus;
      if (why) {
        throw std::invalid_argument("element " + std::to_string(i) + " is " +
                                    shortest(x) + ": " + *why);
      }
    }
  });
}

template <class Code>
void require_codes(std::span<const Code> codes, const Format& format, int threads) {
  const UnusedCodes unused = unused_codes(format);
  if (format.width == std::numeric_limits<Code>::digits && unused.unused == 0) return;
  parallel_for(codes.size(), threads, kGrain, [&](std::size_t begin, std::size_t end) {
    const auto part = codes.subspan(begin, end - begin);
    if (any_unused(part, unused)) refuse_first(part, format, begin);
  });
}

template void require_inputs(std::span<const float>, const Format&, const RoundingRule&,
                             int);
template void require_inputs(std::span<const double>, const Format&,
                             const RoundingRule&, int);
template void require_inputs(std::span<const float>, const std::function<void()>&,
                             const std::function<void(bool)>&, int);
template void require_inputs(std::span<const double>, const std::function<void()>&,
                             const std::function<void(bool)>&, int);
template void require_codes(std::span<const std::uint8_t>, const Format&, int);
template void require_codes(std::span<const std::uint16_t>, const Format&, int);
template void require_codes(std::span<const std::uint32_t>, const Format&, int);
template void require_codes(std::span<const std::uint64_t>, const Format&, int);

}  // namespace halfulp::kernels
