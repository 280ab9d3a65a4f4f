#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "halfulp/metrics/metric.h"

namespace halfulp::metrics {

struct NamedValue {
  std::string_view name;
  Metric metric;
};

// Every metric of all_metrics(), in its order, with its conditions.
std::vector<NamedValue> compare(std::span<const double> actual,
                                std::span<const double> reference);

}  // namespace halfulp::metrics
