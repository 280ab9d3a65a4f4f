#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "halfulp/arithmetic/accumulation_model.h"
#include "halfulp/base/random.h"

namespace halfulp {

// The random words of one sum, in the order of its roundings; deterministic roundings take
// none.
struct RandomWords {
  RandomSource source = {};
  std::uint64_t next = 0;

  std::uint32_t take(const RoundingRule& rule) {
    return is_stochastic(rule.mode) ? random_word(source, next++) : 0;
  }
};

// The factors of one product: numbers of the operands' formats, each with its scale.
struct Factors {
  double a;
  double b;
  double a_scale = 1.0;
  double b_scale = 1.0;
};

// floor(log2 |x|) of a number that is not zero, as the exponent field of a format holds it, so
// at least emin.
int field_exponent(double x, const Format& format);

// One step of a valid model: the sum of `sum`, if it is given, and of the products, rounded
// to the step's format. Products of a scaled exact group lie side by side.
double step(const std::optional<double>& sum, std::span<const Factors> factors,
            const AccumulationModel& model, RandomWords& words);

// One addition of two partial sums by a rule of the tree's joins (SummationTree).
double join(double x, double y, int rule, const AccumulationModel& model,
            RandomWords& words);

// alpha * sum + beta * initial by the model's epilogue.
double scaled_sum(double sum, double initial, const AccumulationModel& model,
                  RandomWords& words);

// What `sum` and its compensation become when a product joins them (Compensation).
struct CompensatedSum {
  double sum;
  double compensation = 0.0;
};
CompensatedSum compensated_step(const CompensatedSum& s, double a, double b,
                                const AccumulationModel& model, RandomWords& words);
double compensated_result(const CompensatedSum& s, const AccumulationModel& model,
                          RandomWords& words);

}  // namespace halfulp
