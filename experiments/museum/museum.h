#pragma once

#include <cstdint>
#include <functional>

#include "experiments/experiment.h"
#include "halfulp/base/matrix.h"

namespace halfulp::experiments {

// A layer's output from its input h (rows x width), its weights (width x width, used as
// h @ weights) and its number, from 1.
using AlteredLayer =
    std::function<Matrix(const Matrix& h, const Matrix& weights, int layer)>;

// A stack of `layers` random layers h <- layer_norm(tanh(h @ W)), and what its outputs become
// when one thing is altered: see README.md beside this file for the recipe. The defaults are
// the exhibit's.
struct MuseumParameters {
  std::uint64_t seed = 0;
  int rows = 4;    // of the input
  int width = 64;  // of the input and of every layer
  int layers = 8;
  double eps = 1e-5;            // of layer_norm
  double gate = 0.999;          // the least cosine that passes
  bool teacher_forced = false;  // feed every altered layer with the reference's input
};

// One row a case, layer and metric. The third case is `altered` if there is one, named
// "altered", else "fp16_accumulator". Throws std::invalid_argument for parameters that the
// experiment refuses, and if `altered` returns a matrix of another shape; what `altered`
// throws goes through.
Result run_museum(const MuseumParameters& parameters, const AlteredLayer& altered = {},
                  int threads = 1);

// The parameters as a struct, from those that complete_parameters gives.
MuseumParameters museum_parameters(const Json& parameters);

// The museum without an altered layer, as the registry holds it.
Experiment museum_experiment();

}  // namespace halfulp::experiments
