#include <gtest/gtest.h>

#include "halfulp/kernels/matmul.h"
#include "kernels/matmul_cases.h"
#include "kernels/mpfr_matmul.h"
#include "support/every_target.h"
#include "support/expect_same.h"

namespace halfulp {
namespace {

using namespace ::halfulp::testing;  // NOLINT(google-build-using-namespace)

class MatmulMpfrTest : public EveryTarget {
 protected:
  void expect_mpfr(const MatmulCase& c) {
    const Matrix expected = mpfr_matmul(c.a, c.b, c.c, c.model);
    on_every_target([&] {
      EXPECT_TRUE(same_bits(kernels::matmul(c.a, c.b, c.model, c.c), expected))
          << describe(c.model);
    });
  }

  void expect_mpfr_on_all_data(const AccumulationModel& model, unsigned seed) {
    for (const Data data : kAllData) {
      SCOPED_TRACE(std::string(name_of(data)) + " data, seed " + std::to_string(seed));
      Random random(seed);
      const Format& sums = model.accumulator;
      expect_mpfr({model, random_matrix(random, 3, 20, data, sums, 1),
                   random_matrix(random, 20, 18, data, sums, 1),
                   random_matrix(random, 3, 18, data, sums, 2)});
    }
  }
};

TEST_F(MatmulMpfrTest, EveryModeWithExactAndWithRoundedProducts) {
  unsigned seed = 0;
  for (const Format& accumulator : {fp64, fp32, fp16, bf16}) {
    for (const Rounding mode : deterministic_modes()) {
      for (const bool rounded_product : {false, true}) {
        AccumulationModel model;
        model.operands = accumulator == fp64 ? fp64 : bf16;
        model.accumulator = accumulator;
        if (rounded_product) model.product = accumulator;
        model.accumulation_rounding.mode = mode;
        expect_mpfr_on_all_data(model, ++seed);
      }
    }
  }
}

TEST_F(MatmulMpfrTest, OtherOperandsProductsAndOutputs) {
  unsigned seed = 1000;
  for (const Format& operands : {fp32, tf32, fp16, e5m2}) {
    for (const Format& accumulator : {fp32, fp16, bf16, e5m2}) {
      AccumulationModel model{.operands = operands, .accumulator = accumulator};
      expect_mpfr_on_all_data(model, ++seed);
      model.product = fp32;
      model.output = bf16;
      expect_mpfr_on_all_data(model, ++seed);
    }
  }
}

}  // namespace
}  // namespace halfulp
