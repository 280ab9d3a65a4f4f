#include "halfulp/rounding/ulp_distance.h"

#include <stdexcept>
#include <string>

#include "halfulp/base/parallel.h"
#include "halfulp/base/spans.h"
#include "halfulp/formats/codec.h"
#include "halfulp/formats/named_formats.h"
#include "halfulp/formats/registry.h"
#include "halfulp/rounding/round.h"

namespace halfulp {
namespace {

// The positive numbers of a tapered format up to `magnitude`: its codes are in no order.
std::int64_t count_up_to(double magnitude, const Format& f) {
  std::int64_t count = 0;
  for (std::uint64_t code = 1; code <= f.top_code(); ++code) {
    const double value = decode(code, f);
    count += is_infinite(value) || bits_of(value) > bits_of(magnitude) ? 0 : 1;
  }
  return count;
}

// The place of a finite magnitude among the non-negative members, in increasing order.
std::int64_t place_of_magnitude(double magnitude, const Format& f) {
  if (is_zero(magnitude)) return 0;
  if (f.encoding == Encoding::tapered) return count_up_to(magnitude, f);
  return static_cast<std::int64_t>(encode(magnitude, f));
}

// The place of a member among all, in increasing order; zero, where there is one, has 0.
std::int64_t place_of(double x, const Format& f) {
  // A zero is 0 with either sign, whether or not the format has a code for -0.
  if (is_zero(x) && f.has_zero) return 0;
  const std::uint64_t code = encode(x, f);  // throws unless x is a member
  if (f.encoding == Encoding::twos_complement && sign_bit(x)) {
    return static_cast<std::int64_t>(code) - (std::int64_t{1} << f.width);
  }
  const std::int64_t place = is_infinite(x)
                                 ? place_of_magnitude(f.max(), f) + 1
                                 : place_of_magnitude(with_sign(x, false), f);
  return sign_bit(x) ? -place : place;
}

void require_member(double x, const Format& f) {
  if (is_zero(x) && f.has_zero) return;
  encode(x, f);
}

// Of pairs without a NaN, from begin to end.
void require_members(std::span<const double> x, std::span<const double> y,
                     std::size_t begin, std::size_t end, const Format& f) {
  std::size_t i = begin;
  try {
    for (; i < end; ++i) {
      if (is_not_a_number(x[i]) || is_not_a_number(y[i])) continue;
      require_member(x[i], f);
      require_member(y[i], f);
    }
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument("element " + std::to_string(i) + ": " + error.what());
  }
}

}  // namespace

double ulp_distance(double x, double y, const Format& format) {
  require_valid(format);
  if (is_not_a_number(x) || is_not_a_number(y)) return kQuietNan;
  const std::int64_t from = place_of(x, format);
  const std::int64_t to = place_of(y, format);
  // The places of binary64 are less than 2^63, but not their difference.
  const auto steps =
      from < to ? static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from)
                : static_cast<std::uint64_t>(from) - static_cast<std::uint64_t>(to);
  return round(Real{.significand = steps}, fp64);
}

void ulp_distance(std::span<const double> x, std::span<const double> y,
                  std::span<double> out, const Format& format, int threads) {
  require_valid(format);
  if (x.size() != y.size() || x.size() != out.size()) {
    throw std::invalid_argument(
        "x, y and the output must be of one size, got " + std::to_string(x.size()) +
        ", " + std::to_string(y.size()) + " and " + std::to_string(out.size()));
  }
  require_same_or_apart(x, out);
  require_same_or_apart(y, out);
  constexpr std::size_t kGrain = 256;  // some microseconds
  parallel_for(x.size(), threads, kGrain, [&](std::size_t begin, std::size_t end) {
    require_members(x, y, begin, end, format);
  });
  parallel_for(x.size(), threads, kGrain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) out[i] = ulp_distance(x[i], y[i], format);
  });
}

}  // namespace halfulp
