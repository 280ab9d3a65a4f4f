#include "halfulp/metrics/compare.h"

namespace halfulp::metrics {

std::vector<NamedValue> compare(std::span<const double> actual,
                                std::span<const double> reference) {
  std::vector<NamedValue> values;
  for (const NamedMetric& metric : all_metrics()) {
    values.push_back({metric.name, metric.measure(actual, reference)});
  }
  return values;
}

}  // namespace halfulp::metrics
