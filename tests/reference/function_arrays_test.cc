#include "halfulp/reference/function_arrays.h"

#include <gtest/gtest.h>

#include <random>
#include <stdexcept>
#include <vector>

namespace halfulp::reference {
namespace {

TEST(FunctionArrays, AreTheFunctionOfEachElementForAnyNumberOfThreads) {
  std::mt19937 random(1);
  std::normal_distribution<double> normal;
  std::vector<double> x(300);
  for (double& value : x) value = normal(random);
  const RoundingRule up{.mode = Rounding::up};
  for (Function function : all_functions()) {
    for (int threads : {1, 2, 5}) {
      std::vector<double> y(x.size());
      evaluate(function, x, y, fp16, up, threads);
      for (std::size_t i = 0; i < x.size(); ++i) {
        ASSERT_EQ(bits_of(y[i]), bits_of(evaluate(function, x[i], fp16, up)))
            << name_of(function) << "(" << x[i] << "), " << threads << " threads";
      }
    }
  }
}

TEST(FunctionArrays, HaveTheSizeOfTheInput) {
  const std::vector<double> x(2);
  std::vector<double> y(3);
  EXPECT_THROW(evaluate(Function::exp, x, y), std::invalid_argument);
}

}  // namespace
}  // namespace halfulp::reference
