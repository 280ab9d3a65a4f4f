#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "halfulp/arithmetic/accumulation_model.h"
#include "halfulp/kernels/extent.h"
#include "halfulp/kernels/round_params.h"

namespace halfulp::kernels {

// How a lane adds the products of a step to its sum s.
enum class LaneSum {
  native,       // s + p as the lane's type adds
  fused,        // a*b + s in one operation, which the target must have
  rounded,      // s + p rounded once to a narrower format
  exact,        // s and several products, added exactly and rounded once
  fixed_point,  // FixedPointSum
  late,         // FixedPointSum with LateAccumulator
};

// FixedPointSum in binary64 lanes, its integers as numbers.
struct FixedPointLanes {
  double fraction_bits = 0;
  double least_exponent = 0;
  Rounding alignment = Rounding::toward_zero;
  std::size_t exact_group = 1;
  double accumulator_emin = 0;
  // Late accumulators only.
  std::size_t interleaved = 1;
  double sum_bits = 0;
  double accumulator_bits = 0;
  double zero_exponent = 0;
  double total_bits = 0;
  double dropped_below = 0;
  double infinite_product = 0;  // products of at least that are infinite
};

// One step in lanes of type T, and what joins partial sums.
template <class T>
struct LaneStep {
  LaneSum sum = LaneSum::native;
  Rounding mode = Rounding::nearest_even;       // of the roundings below
  std::optional<RoundParams<T>> round_product;  // empty: p is a*b as T multiplies
  std::optional<RoundParams<T>> round_sum;      // empty: as T adds
  std::optional<RoundParams<T>> round_join;     // by rule 0, likewise
  // By the rules of partitions, to nearest even; empty: as T adds.
  std::vector<std::optional<RoundParams<T>>> round_joins = {};
  FixedPointLanes fixed_point = {};
  bool positive_zero = false;  // exact: a zero sum is +0 whatever its terms are
};

// What the plan has to know of a matmul's rounded operands and initial sums.
struct MatmulData {
  Extent a, b, c;
  std::size_t depth;             // the length of the sums
  std::size_t step_terms = 1;    // the most products in a step
  bool joins_sums = false;       // some steps add two partial sums
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
