#include "experiments/museum/published.h"

#include <array>

namespace halfulp::experiments {
namespace {

struct Figure {
  std::string_view case_name;
  std::string_view metric;
  double value;
};

// Of layer 1; the exhibit prints no 1 - cosine and no RMSE for its first case.
constexpr std::array kFirstLayer = {
    Figure{"bf16_inputs", "cosine", 0.999997},
    Figure{"bf16_inputs", "max_abs", 7.264e-03},
    Figure{"bf16_inputs", "rel_rmse", 2.362e-03},
    Figure{"wrong_variance", "cosine", 1.000000},
    Figure{"wrong_variance", "one_minus_cosine_binary64", 4.441e-16},
    Figure{"wrong_variance", "max_abs", 1.539e-02},
    Figure{"wrong_variance", "rmse", 7.843e-03},
    Figure{"wrong_variance", "rel_rmse", 7.843e-03},
};

bool is_the_exhibit(const MuseumParameters& p) {
  const MuseumParameters exhibit;
  return p.seed == exhibit.seed && p.rows == exhibit.rows && p.width == exhibit.width &&
         p.layers == exhibit.layers && p.eps == exhibit.eps && p.gate == exhibit.gate;
}

}  // namespace

Json published_in_exhibit(const MuseumParameters& parameters,
                          std::string_view case_name, int layer,
                          std::string_view metric) {
  if (!is_the_exhibit(parameters)) return nullptr;
  if (metric == "passes_gate" && !parameters.teacher_forced &&
      (case_name == "bf16_inputs" || case_name == "wrong_variance")) {
    return 1;
  }
  // Layer 1 has the same input in both modes.
  if (layer != 1) return nullptr;
  for (const Figure& figure : kFirstLayer) {
    if (figure.case_name == case_name && figure.metric == metric) return figure.value;
  }
  return nullptr;
}

}  // namespace halfulp::experiments
