#pragma once

#include <optional>
#include <span>

#include "halfulp/arithmetic/accumulation_model.h"
#include "support/rounding_oracle.h"

namespace halfulp::testing {

// One step of arithmetic by MPFR: the exact a*b + c or a*b, then the rounding oracle. NaNs
// are the canonical positive one; empty where the rule makes it an error.
class StepOracle {
 public:
  explicit StepOracle(const Format& format) : rounding_(format) {}
  std::optional<double> multiply_add(double a, double b, double c,
                                     const RoundingRule& rule) const;
  std::optional<double> multiply(double a, double b, const RoundingRule& rule) const;
  std::optional<double> round(double x, const RoundingRule& rule) const;

 private:
  RoundingOracle rounding_;
};

// The sequential dot product of a model, step by step; for inputs that cause no error.
class DotOracle {
 public:
  explicit DotOracle(const AccumulationModel& model);
  double dot(std::span<const double> x, std::span<const double> y,
             double initial) const;

 private:
  AccumulationModel model_;
  const StepOracle &operands_, &product_, &accumulator_, &output_;
};

}  // namespace halfulp::testing
