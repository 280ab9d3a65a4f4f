#pragma once

#include <cstddef>
#include <span>

#include "halfulp/base/binary64.h"
#include "halfulp/base/fp_environment.h"
#include "halfulp/metrics/metric.h"

namespace halfulp::metrics {

// The pairs of elements that a metric measures: checked and counted by the conditions common
// to all metrics (metric.h), with integer arithmetic only.
class Pairs {
 public:
  // Throws std::invalid_argument naming the sizes if they differ.
  Pairs(std::span<const double> actual, std::span<const double> reference);

  // Is there neither a NaN nor an infinity that only one of a pair has?
  bool comparable() const { return comparable_; }
  std::size_t used() const { return actual_.size() - skipped_; }
  std::size_t skipped() const { return skipped_; }

  // Calls visit(x, r) for each pair of finite numbers, in order. Requires comparable().
  template <class Visit>
  void for_each(Visit visit) const {
    for (std::size_t i = 0; i < actual_.size(); ++i) {
      if (!is_infinite(reference_[i])) visit(actual_[i], reference_[i]);
    }
  }

 private:
  std::span<const double> actual_;
  std::span<const double> reference_;
  std::size_t skipped_ = 0;
  bool comparable_ = true;
};

// What a formula gives. A value that is not finite means that binary64 has none for it: the
// formula has no value, or one out of range.
struct Outcome {
  double value;
  Status status = Status::ok;
};

// The metric that formula(pairs) -> Outcome defines on the pairs of the two arrays, of which
// it needs `least`. The formula runs in the default floating-point environment.
template <class Formula>
Metric measure(std::span<const double> actual, std::span<const double> reference,
               Formula formula, std::size_t least = 1) {
  const Pairs pairs(actual, reference);
  Metric metric;
  metric.skipped = pairs.skipped();
  if (!pairs.comparable()) return metric;
  metric.used = pairs.used();
  if (pairs.used() < least) {
    metric.status = Status::not_applicable;
    return metric;
  }
  const Outcome outcome =
      in_default_fp_environment([&]() -> Outcome { return formula(pairs); });
  if (!is_not_a_number(outcome.value) && !is_infinite(outcome.value)) {
    metric.value = outcome.value;
    metric.status = outcome.status;
  }
  return metric;
}

}  // namespace halfulp::metrics
