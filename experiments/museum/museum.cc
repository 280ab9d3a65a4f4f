#include "experiments/museum/museum.h"

#include <cmath>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "experiments/museum/published.h"
#include "experiments/museum/python_random.h"
#include "halfulp/base/fp_environment.h"
#include "halfulp/formats/named_formats.h"
#include "halfulp/kernels/matmul.h"
#include "halfulp/metrics/metric.h"
#include "halfulp/operators/activations.h"
#include "halfulp/operators/layer_norm.h"

namespace halfulp::experiments {
namespace {

using operators::LayerNormOptions;
using operators::VarianceDivisor;

constexpr std::string_view kPropagated = "propagated";
constexpr std::string_view kTeacherForced = "teacher_forced";

// What Python's `sum(a * b for ...)` does: both operations rounded to binary64.
const AccumulationModel kBinary64{
    .operands = fp64, .product = fp64, .accumulator = fp64};
const AccumulationModel kBf16Inputs{
    .operands = bf16, .product = fp64, .accumulator = fp64};
const AccumulationModel kFp16Accumulator{.operands = fp16, .accumulator = fp16};

struct Inputs {
  std::vector<Matrix> weights;
  Matrix x;
};

Inputs draw(const MuseumParameters& p) {
  PythonRandom random(p.seed);
  const auto matrix = [&](int rows, double sigma) {
    Matrix m(rows, p.width);
    for (double& value : m.reshaped<Eigen::RowMajor>())
      value = random.gauss(0.0, sigma);
    return m;
  };
  Inputs inputs;
  const double sigma = 1.0 / std::sqrt(static_cast<double>(p.width));
  for (int k = 0; k < p.layers; ++k) inputs.weights.push_back(matrix(p.width, sigma));
  inputs.x = matrix(p.rows, 1.0);
  return inputs;
}

AlteredLayer layer_with(const AccumulationModel& model, const LayerNormOptions& norm,
                        int threads) {
  return [=](const Matrix& h, const Matrix& weights, int) {
    const Matrix product = kernels::matmul(h, weights, model, std::nullopt, threads);
    return operators::layer_norm(operators::tanh(product, threads), norm);
  };
}

struct Case {
  std::string_view name;
  AlteredLayer layer;
};

std::vector<Case> cases_of(const MuseumParameters& p, const AlteredLayer& altered,
                           int threads) {
  const LayerNormOptions right{p.eps, VarianceDivisor::n};
  const LayerNormOptions wrong{p.eps, VarianceDivisor::n_minus_one};
  std::vector<Case> cases = {
      {"bf16_inputs", layer_with(kBf16Inputs, right, threads)},
      {"wrong_variance", layer_with(kBinary64, wrong, threads)},
  };
  if (altered) {
    cases.push_back({"altered", altered});
  } else {
    cases.push_back({"fp16_accumulator", layer_with(kFp16Accumulator, right, threads)});
  }
  return cases;
}

// The root mean square relative error of rounding to nearest with unit roundoff u, of numbers
// whose significands are distributed like 1/m on [1, 2): sqrt((2u)^2/12 * E[1/m^2]), with
// E[1/m^2] = 3/(8 ln 2). A product of two rounded operands has sqrt(2) times as much. That is
// for h @ W; README.md says how much more a layer has.
double operand_rounding_error(const Format& format) {
  constexpr double kLn2 = 0x1.62e42fefa39efp-1;
  return std::sqrt(2.0 / (8.0 * kLn2)) * format.unit_roundoff();
}

// How much smaller a row becomes when its variance is divided by n - 1 (eps apart).
double variance_shrinkage(int n) { return 1.0 - std::sqrt(1.0 - 1.0 / n); }

// Where theory gives the value: while the altered layer's input is the reference's.
std::optional<double> prediction(const MuseumParameters& p, std::string_view name,
                                 int layer, std::string_view metric) {
  if (layer > 1 && !p.teacher_forced) return std::nullopt;
  if (name == "bf16_inputs" && metric == "rel_rmse")
    return operand_rounding_error(bf16);
  if (name == "wrong_variance" && metric == "rel_rmse")
    return variance_shrinkage(p.width);
  if (name == "wrong_variance" && metric == "gain") return -variance_shrinkage(p.width);
  return std::nullopt;
}

Json or_null(const std::optional<double>& value) {
  return value ? Json(*value) : Json();
}

class Rows {
 public:
  Rows(const MuseumParameters& p, Result& result) : p_(p), result_(result) {}

  void add(std::string_view name, int layer, std::string_view metric,
           const Json& measured, std::string_view status) {
    result_.rows.push_back(
        Json::array({name, p_.teacher_forced ? kTeacherForced : kPropagated, layer,
                     metric, or_null(prediction(p_, name, layer, metric)), measured,
                     published_in_exhibit(p_, name, layer, metric), status}));
  }

 private:
  const MuseumParameters& p_;
  Result& result_;
};

void measure(const Case& one, int layer, const Matrix& actual, const Matrix& reference,
             double gate, Rows& rows) {
  const auto size = static_cast<std::size_t>(reference.size());
  const std::span<const double> x(actual.data(), size);
  const std::span<const double> r(reference.data(), size);
  for (const metrics::NamedMetric& metric : metrics::all_metrics()) {
    const metrics::Metric m = metric.measure(x, r);
    const Json measured = std::isnan(m.value) ? Json() : Json(m.value);
    rows.add(one.name, layer, metric.name, measured,
             word_of(m.status, metrics::status_words()));
    if (metric.name == "cosine") {
      // An undefined cosine passes no gate.
      rows.add(one.name, layer, "passes_gate", m.value >= gate ? 1 : 0, "ok");
    }
  }
}

void require_shape(const Matrix& out, const Matrix& expected, int layer) {
  if (out.rows() == expected.rows() && out.cols() == expected.cols()) return;
  throw std::invalid_argument("the altered layer " + std::to_string(layer) +
                              " returned shape (" + std::to_string(out.rows()) + ", " +
                              std::to_string(out.cols()) + "); it must be (" +
                              std::to_string(expected.rows()) + ", " +
                              std::to_string(expected.cols()) + ")");
}

Json json_of(const MuseumParameters& p) {
  return {{"seed", p.seed},
          {"rows", p.rows},
          {"width", p.width},
          {"layers", p.layers},
          {"eps", p.eps},
          {"gate", p.gate},
          {"mode", p.teacher_forced ? kTeacherForced : kPropagated}};
}

Result run_in_this_environment(const MuseumParameters& p, const AlteredLayer& altered,
                               int threads) {
  Result result;
  result.experiment = "museum";
  result.parameters = complete_parameters(museum_experiment(), json_of(p));
  result.columns = {"case",      "mode",     "layer",     "metric",
                    "predicted", "measured", "published", "status"};

  const Inputs inputs = draw(p);
  const AlteredLayer reference =
      layer_with(kBinary64, {p.eps, VarianceDivisor::n}, threads);

  std::vector<Matrix> right = {inputs.x};  // right[k]: the input of layer k + 1
  for (int k = 0; k < p.layers; ++k) {
    right.push_back(
        reference(right.back(), inputs.weights[static_cast<std::size_t>(k)], k + 1));
  }

  Rows rows(p, result);
  for (const Case& one : cases_of(p, altered, threads)) {
    Matrix h = inputs.x;
    for (std::size_t k = 0; k < inputs.weights.size(); ++k) {
      const int layer = static_cast<int>(k) + 1;
      h = one.layer(p.teacher_forced ? right[k] : h, inputs.weights[k], layer);
      require_shape(h, right[k + 1], layer);
      measure(one, layer, h, right[k + 1], p.gate, rows);
    }
  }
  return result;
}

}  // namespace

Result run_museum(const MuseumParameters& p, const AlteredLayer& altered, int threads) {
  return in_default_fp_environment(
      [&] { return run_in_this_environment(p, altered, threads); });
}

MuseumParameters museum_parameters(const Json& parameters) {
  return {.seed = parameters["seed"].get<std::uint64_t>(),
          .rows = parameters["rows"].get<int>(),
          .width = parameters["width"].get<int>(),
          .layers = parameters["layers"].get<int>(),
          .eps = parameters["eps"].get<double>(),
          .gate = parameters["gate"].get<double>(),
          .teacher_forced = parameters["mode"].get<std::string>() == kTeacherForced};
}

Experiment museum_experiment() {
  const MuseumParameters exhibit;
  return {
      .name = "museum",
      .title = {"Why can the same model not move straight to a different accelerator?",
                "为什么同一个模型不能直接换到另一种加速器上？"},
      .parameters =
          {{"seed",
            exhibit.seed,
            {"of Python's random.Random", "Python random.Random 的种子"},
            0,
            0x1p53},
           {"rows", exhibit.rows, {"rows of the input", "输入的行数"}, 1, 65536},
           {"width", exhibit.width, {"columns of the input", "输入的列数"}, 2, 4096},
           {"layers",
            exhibit.layers,
            {"layers, each with its weights", "层数"},
            1,
            1000},
           {"eps", exhibit.eps, {"added to the variance", "加在方差上的小量"}, 0, 1},
           {"gate",
            exhibit.gate,
            {"least cosine that passes", "余弦判定的门槛"},
            -1,
            1},
           {"mode",
            kPropagated,
            {"what an altered layer is fed with: its own outputs or the reference's",
             "被改动的层的输入：自己的输出，或参考路径的输出"},
            0,
            0,
            {kPropagated, kTeacherForced}}},
      .golden_runs = {{{"mode", kPropagated}}, {{"mode", kTeacherForced}}},
      .run =
          [](const Json& parameters, int threads) {
            return run_museum(museum_parameters(parameters), {}, threads);
          },
  };
}

}  // namespace halfulp::experiments
