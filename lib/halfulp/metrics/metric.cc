#include "halfulp/metrics/metric.h"

#include <array>
#include <vector>

#include "halfulp/metrics/blind_spots.h"
#include "halfulp/metrics/cosine.h"
#include "halfulp/metrics/errors.h"

namespace halfulp::metrics {

std::span<const Word<Status>> status_words() {
  static constexpr std::array<Word<Status>, 4> words = {{
      {Status::ok, "ok"},
      {Status::undefined, "undefined"},
      {Status::degenerate, "degenerate"},
      {Status::not_applicable, "not_applicable"},
  }};
  return words;
}

std::span<const NamedMetric> all_metrics() {
  static constexpr std::array<NamedMetric, 14> metrics = {{
      {"max_abs", "max |x - r|", max_abs},
      {"mean_abs", "(sum |x - r|) / n", mean_abs},
      {"rmse", "sqrt((sum (x - r)^2) / n)", rmse},
      {"rel_rmse", "sqrt(sum (x - r)^2 / sum r^2)", rel_rmse},
      {"cosine", "x.r / (|x| |r|)", cosine},
      {"one_minus_cosine", "1 - x.r / (|x| |r|)", one_minus_cosine},
      {"one_minus_cosine_binary64",
       "1 - x.r / sqrt(x.x * r.r), from left to right in binary64",
       one_minus_cosine_binary64},
      {"gain", "(sum (x - r) r) / sum r^2", gain},
      {"offset", "(sum (x - r)) / n", offset},
      {"scaling_share", "(e.r)^2 / (e.e r.r), e = x - r", scaling_share},
      {"offset_share", "(sum e)^2 / (n e.e), e = x - r", offset_share},
      {"largest_share", "max e^2 / e.e, e = x - r", largest_share},
      {"order_share",
       "1 - (integral of D^2) / sum |x - r|, D(t) = #(r <= t) - #(x <= t)",
       order_share},
      {"rel_rmse_after_gain", "|x - r - gain r| / |r|", rel_rmse_after_gain},
  }};
  return metrics;
}

const NamedMetric& metric_named(std::string_view name) {
  std::vector<std::string_view> known;
  for (const NamedMetric& metric : all_metrics()) {
    if (metric.name == name) return metric;
    known.push_back(metric.name);
  }
  throw_unknown_name("metric", name, known);
}

}  // namespace halfulp::metrics
