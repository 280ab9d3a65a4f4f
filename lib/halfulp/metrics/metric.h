#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <string_view>

#include "halfulp/base/words.h"

namespace halfulp::metrics {

enum class Status {
  ok,
  undefined,   // the formula has no binary64 value (0/0, NaN, infinities that differ)
  degenerate,  // it has one that says nothing (two zero vectors agree in every scale)
  not_applicable,  // too few elements for the question (a cosine of one pair)
};

std::span<const Word<Status>> status_words();

// A measured value and what it rests on. `value` is NaN unless the status is ok or
// degenerate: nothing undefined becomes a 0 or a 1.
struct Metric {
  double value = std::numeric_limits<double>::quiet_NaN();
  Status status = Status::undefined;
  std::size_t used = 0;     // pairs that entered the formula
  std::size_t skipped = 0;  // pairs of equal infinities: they agree, without difference
};

// The conditions common to all metrics below, for `actual` x and `reference` r:
// sizes that differ throw std::invalid_argument; empty arrays are not_applicable; a NaN in
// either, or an infinity that the other does not have at the same place with the same sign,
// is undefined (`used` is 0 then); equal infinities are skipped and counted; a value, or a
// difference on the way, that is too large for binary64 is undefined.
//
// Sums are compensated and scaled by powers of two: up to 2^36 elements of any size, the
// relative error of each result is below 1e-14 unless said. Results below 2^-1022 are
// rounded to subnormal numbers. The caller's floating-point environment does not matter.

using MetricFunction = Metric (*)(std::span<const double> actual,
                                  std::span<const double> reference);

struct NamedMetric {
  std::string_view name;
  std::string_view formula;  // as printed for people
  MetricFunction measure;
};

// All metrics, in the order in which people read them.
std::span<const NamedMetric> all_metrics();

// The metric of that name; throws std::invalid_argument naming the nearest known one.
const NamedMetric& metric_named(std::string_view name);

}  // namespace halfulp::metrics
