#include "exhaustive/segments.h"

#include <bit>
#include <cmath>
#include <limits>
#include <set>

#include "support/code_table.h"

namespace halfulp::testing {
namespace {

constexpr std::uint32_t kSign = 0x80000000;
constexpr std::uint32_t kInfinity = 0x7F800000;

// Every number at which rounding to the format may change, as magnitudes: the values, the
// number after the last, and what lies halfway.
std::vector<double> thresholds(const Format& format) {
  std::vector<double> points;
  for (const CodedValue& v : sorted_values(format)) points.push_back(v.value);
  const double beyond = documented_beyond_max(format);
  const double step = points[1] - points[0];
  points.insert(points.begin(), format.has_sign ? points.front() - step : 0.0);
  points.push_back(beyond);
  std::vector<double> all;
  for (std::size_t i = 0; i < points.size(); ++i) {
    all.push_back(std::fabs(points[i]));
    // Exact: neighbours have nearly equal exponents and few bits.
    if (i > 0) all.push_back(std::fabs(points[i - 1] / 2 + points[i] / 2));
  }
  return all;
}

// The pattern of the least magnitude that is at least x.
std::uint32_t at_least(double x) {
  if (x > static_cast<double>(std::numeric_limits<float>::max())) return kInfinity;
  auto pattern = std::bit_cast<std::uint32_t>(static_cast<float>(x));
  while (static_cast<double>(std::bit_cast<float>(pattern)) < x) ++pattern;
  while (pattern > 0 && static_cast<double>(std::bit_cast<float>(pattern - 1)) >= x) {
    --pattern;
  }
  return pattern;
}

std::optional<std::uint32_t> result(std::uint32_t pattern, const RoundingOracle& oracle,
                                    const RoundingRule& rule) {
  const double x = std::bit_cast<float>(pattern);
  const std::optional<double> rounded =
      std::isnan(x)   ? oracle.round_nan(x, rule)
      : std::isinf(x) ? oracle.round_infinity(std::signbit(x), rule)
                      : std::optional(oracle.round(x, rule));
  if (!rounded) return std::nullopt;
  return std::bit_cast<std::uint32_t>(static_cast<float>(*rounded));
}

}  // namespace

std::vector<Segment> segments(const RoundingOracle& oracle, const RoundingRule& rule) {
  std::set<std::uint32_t> ends = {0, 1, kInfinity, kInfinity + 1};
  for (double x : thresholds(oracle.format())) {
    const std::uint32_t first = at_least(x);
    if (first >= kInfinity) continue;
    ends.insert(first);
    ends.insert(first + 1);  // x itself is alone where binary32 holds it
  }
  std::vector<Segment> all;
  for (std::uint32_t sign : {std::uint32_t{0}, kSign}) {
    for (std::uint32_t end : ends) {
      const auto image = result(sign | end, oracle, rule);
      // Sign 0 and the first of sign 1 do not join, and neither do equal results apart.
      if (!all.empty() && all.back().result == image && end != 0) continue;
      all.push_back({sign | end, image});
    }
  }
  return all;
}

}  // namespace halfulp::testing
