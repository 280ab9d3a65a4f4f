#pragma once

#include <cstddef>
#include <optional>

#include "halfulp/arithmetic/accumulation_model.h"
#include "halfulp/kernels/extent.h"
#include "halfulp/kernels/round_params.h"

namespace halfulp::kernels {

// How a lane adds the product a*b to its sum s.
enum class LaneSum {
  native,   // s + p as the lane's type adds
  fused,    // a*b + s in one operation, which the target must have
  rounded,  // s + p rounded once to a narrower format
};

// One step s <- a*b + s in lanes of type T.
template <class T>
struct LaneStep {
  LaneSum sum = LaneSum::native;
  Rounding mode = Rounding::nearest_even;       // of the two roundings below
  std::optional<RoundParams<T>> round_product;  // empty: p is a*b as T multiplies
  std::optional<RoundParams<T>> round_sum;      // LaneSum::rounded only
};

// What the plan has to know of a matmul's rounded operands and initial sums.
struct MatmulData {
  Extent a, b, c;
  std::size_t depth;  // the length of the sums
};

// Lanes of type T that do exactly what the model says for this data, if there are any.
// `has_fma`: the target rounds a multiply-add once. The model is valid, and its rule makes
// no value that a sum may take an error.
//
// The arguments, per case, are in the .cc file. Results never depend on the choice, speed
// does: binary32 lanes are twice as many, and rounded sums cost several times native ones.
template <class T>
std::optional<LaneStep<T>> lane_step(const AccumulationModel& model,
                                     const MatmulData& data, bool has_fma);

}  // namespace halfulp::kernels
