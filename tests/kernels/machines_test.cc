// The machines' sums in lanes: results of instructions, and random data against the
// definition.

#include <gtest/gtest.h>

#include "halfulp/arithmetic/dot_codes.h"
#include "halfulp/arithmetic/named_models.h"
#include "halfulp/formats/codec.h"
#include "halfulp/kernels/matmul.h"
#include "halfulp/rounding/round.h"
#include "kernels/matmul_cases.h"
#include "support/accelerator_vectors.h"
#include "support/describe.h"
#include "support/every_target.h"
#include "support/expect_same.h"

namespace halfulp {
namespace {

using namespace ::halfulp::testing;  // NOLINT(google-build-using-namespace)
using kernels::MatmulPath;

Matrix decoded(const std::vector<std::uint64_t>& codes, const Format& format,
               Eigen::Index rows) {
  const auto count = static_cast<Eigen::Index>(codes.size());
  Matrix m(rows, rows == 0 ? 0 : count / rows);
  for (Eigen::Index i = 0; i < count; ++i)
    m.data()[i] = decode(codes[static_cast<std::size_t>(i)], format);
  return m;
}

MatmulOperands operands_of(const AcceleratorVector& v, const AccumulationModel& model,
                           const Matrix& a, const Matrix& b) {
  MatmulOperands operands{a, b, decoded({v.c}, model.accumulator, 1)};
  if (model.scale) {
    operands.a_scales = decoded(v.a_scales, *model.scale, 1);
    operands.b_scales = Matrix(decoded(v.b_scales, *model.scale, 1).transpose());
  }
  return operands;
}

class MachinesTest : public EveryTarget {};

TEST_F(MachinesTest, LanesGiveEachVector) {
  const auto vectors = accelerator_vectors(HALFULP_GOLDEN_DIR);
  ASSERT_EQ(vectors.size(), 1457);
  on_every_target([&] {
    for (const AcceleratorVector& v : vectors) {
      const AccumulationModel& model = model_named(v.model).model;
      const Matrix a = decoded(v.a, code_format(model.left_format()), 1);
      const Matrix b =
          decoded(v.b, code_format(model.right_format()), 1).transpose();
      const auto [d, path] = kernels::matmul(operands_of(v, model, a, b), model, 1);
      const double expected = decode(v.d, model.output_format());
      EXPECT_TRUE(bits_of(d(0, 0)) == bits_of(expected) ||
                  (is_not_a_number(d(0, 0)) && is_not_a_number(expected)))
          << v.name << ": expected " << expected << ", got " << d(0, 0);
      const bool needs_fma = model.accumulator == fp64;
      EXPECT_TRUE(needs_fma || path != MatmulPath::definition) << v.name;
    }
  });
}

Matrix random_scales(Random& random, Eigen::Index rows, Eigen::Index columns,
                     const Format& format) {
  Matrix m(rows, columns);
  for (double& x : m.reshaped()) {
    const auto code = static_cast<std::uint64_t>(
        uniform(random, 0, static_cast<int>(format.max_code()) + 1));
    x = uniform(random, 0, 9) == 0 ? decode(code, format)
                                   : round(random_number(random, uniform(random, -3, 3)) *
                                               (random() % 2 ? 1 : -1),
                                           format, {.overflow = Overflow::saturate_finite});
    if (!(x > 0)) x = 1.0;
  }
  return m;
}

// As wide as three steps and a part of one, so that lanes meet every kind of step.
MatmulOperands random_operands(Random& random, const AccumulationModel& model,
                               Matrix& a, Matrix& b) {
  const Data data = kAllData[uniform(random, 0, model.operands.has_infinity() ? 5 : 4)];
  const int steps = 3 * model.fused + uniform(random, 0, model.fused);
  const Eigen::Index depth = model.scale ? 2 * model.scale_block : std::min(steps, 100);
  const Eigen::Index rows = uniform(random, 1, 5);
  const Eigen::Index columns = uniform(random, 1, 20);
  // Near the ends of what both the operands and the sums hold.
  const bool narrow = uniform(random, 0, 1) == 0;
  const Format& range = narrow ? model.operands : model.accumulator;
  a = random_matrix(random, rows, depth, data, range, 1);
  b = random_matrix(random, depth, columns, data, range, 1);
  MatmulOperands operands{a, b};
  if (uniform(random, 0, 3) != 0) {
    operands.c = random_matrix(random, rows, columns, data, range, 2);
  }
  if (model.scale) {
    const Eigen::Index blocks = depth / model.scale_block;
    operands.a_scales = random_scales(random, rows, blocks, *model.scale);
    operands.b_scales = random_scales(random, blocks, columns, *model.scale);
  }
  return operands;
}

TEST_F(MachinesTest, LanesAreTheDefinitionForEachNamedModel) {
  for (const NamedModel& named : named_models()) {
    for (unsigned seed = 0; seed < 12; ++seed) {
      SCOPED_TRACE(named.name + ", seed " + std::to_string(seed));
      Random random(seed);
      Matrix a;
      Matrix b;
      const MatmulOperands operands = random_operands(random, named.model, a, b);
      const Matrix expected = halfulp::matmul(operands, named.model);
      on_every_target([&] {
        const auto result = kernels::matmul(operands, named.model, 1 + seed % 3);
        ASSERT_TRUE(same_bits(result.product, expected));
      });
      if (HasFailure()) return;
    }
  }
}

}  // namespace
}  // namespace halfulp
