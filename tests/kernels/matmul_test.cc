#include "halfulp/kernels/matmul.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "halfulp/arithmetic/dot.h"
#include "kernels/matmul_cases.h"
#include "kernels/sample_formats.h"
#include "support/every_target.h"
#include "support/expect_same.h"

// The judge is the scalar definition; matmul_mpfr_test.cc has another.

namespace halfulp {
namespace {

using namespace ::halfulp::testing;  // NOLINT(google-build-using-namespace)

template <class T>
T one_of(Random& random, const std::vector<T>& choices) {
  return choices[static_cast<std::size_t>(
      uniform(random, 0, static_cast<int>(choices.size()) - 1))];
}

RoundingRule random_rule(Random& random) {
  RoundingRule rule;
  if (uniform(random, 0, 2) != 0) rule.mode = one_of(random, deterministic_modes());
  if (uniform(random, 0, 2) == 0)
    rule.overflow = one_of(
        random, std::vector<Overflow>{Overflow::saturate_finite,
                                      Overflow::saturate_propagate, Overflow::none});
  if (uniform(random, 0, 2) == 0)
    rule.subnormals = one_of(random, std::vector<Subnormals>{Subnormals::flush_input,
                                                             Subnormals::flush_output,
                                                             Subnormals::flush_both});
  rule.inf_input = one_of(random, std::vector<InfInput>{InfInput::nan, InfInput::max});
  rule.nan = one_of(random, std::vector<NanRule>{NanRule::canonical, NanRule::payload});
  return rule;
}

const std::vector<Format>& sum_formats() {
  static const std::vector<Format> formats = {
      fp64,
      fp32,
      tf32,
      fp16,
      bf16,
      e5m2,
      e4m3fn,
      e4m3fnuz,
      Binary8p3se,
      dlfloat16,
      hif8,
      {"p22", 30, 22, 127, -126},
      {"p23", 31, 23, 127, -126},
      {"p51", 62, 51, 1023, -1022},
      {"p52", 63, 52, 1023, -1022},
      {"p51 e8", 59, 51, 127, -126},
      {"p1", 7, 1, 31, -31, Specials::nan_minus_zero},
      {"high", 16, 5, 127, 60},
      {"low", 16, 5, -60, -126},
      {"below binary64", 15, 4, 1023, -1023, Specials::nan_minus_zero},
  };
  return formats;
}

AccumulationModel random_model(Random& random) {
  AccumulationModel model;
  model.operands = one_of(
      random, std::vector<Format>{fp64, fp32, fp16, bf16, bf16, e5m2, tf32, mxint8});
  model.accumulator = one_of(random, sum_formats());
  if (uniform(random, 0, 1) == 0) {
    model.product =
        uniform(random, 0, 1) == 0 ? model.accumulator : one_of(random, sum_formats());
  }
  if (uniform(random, 0, 1) == 0)
    model.output = one_of(random, std::vector<Format>{fp64, fp16, bf16, e4m3fn});
  model.operand_rounding.mode = one_of(
      random, std::vector<Rounding>{Rounding::nearest_even, Rounding::toward_zero});
  model.accumulation_rounding = random_rule(random);
  model.output_rounding = random_rule(random);
  return model;
}

MatmulCase random_case(Random& random) {
  MatmulCase c;
  c.model = random_model(random);
  // Other operands cannot take NaNs and infinities.
  const bool takes_specials = c.model.operands.has_infinity();
  const Data data = kAllData[uniform(random, 0, takes_specials ? 5 : 4)];
  const Eigen::Index rows = uniform(random, 1, 9);
  const Eigen::Index depth = uniform(random, 0, 12);
  const Eigen::Index columns = uniform(random, 1, 40);
  c.a = random_matrix(random, rows, depth, data, c.model.accumulator, 1);
  c.b = random_matrix(random, depth, columns, data, c.model.accumulator, 1);
  c.c = random_matrix(random, rows, columns, data, c.model.accumulator, 2);
  if (takes_specials && uniform(random, 0, 3) == 0) {  // small times large
    const int shift = uniform(random, -500, 500);
    c.a *= power_of_two(shift);
    c.b *= power_of_two(-shift);
  }
  return c;
}

class MatmulTest : public EveryTarget {
 protected:
  void expect_definition(const MatmulCase& c) {
    const Matrix expected = halfulp::matmul(c.a, c.b, c.model, c.c);
    on_every_target([&] {
      ASSERT_TRUE(same_bits(kernels::matmul(c.a, c.b, c.model, c.c), expected))
          << describe(c.model);
    });
  }
};

TEST_F(MatmulTest, IsTheDefinitionForRandomModelsAndData) {
  for (unsigned seed = 0; seed < 2500 && !HasFailure(); ++seed) {
    SCOPED_TRACE("reproduce with: Random random(" + std::to_string(seed) +
                 "); expect_definition(random_case(random));");
    Random random(seed);
    expect_definition(random_case(random));
  }
}

// The models that people use, on every kind of data.
TEST_F(MatmulTest, IsTheDefinitionForCommonModels) {
  Random random(1);
  for (const Format& operands : {fp64, fp32, fp16, bf16, e4m3fn}) {
    for (const Format& accumulator : {fp64, fp32, fp16, bf16}) {
      for (const bool rounded_product : {false, true}) {
        for (const Data data : kAllData) {
          AccumulationModel model;
          model.operands = operands;
          model.accumulator = accumulator;
          if (rounded_product) model.product = accumulator;
          SCOPED_TRACE(name_of(data));
          expect_definition({model, random_matrix(random, 5, 33, data, accumulator, 1),
                             random_matrix(random, 33, 35, data, accumulator, 1),
                             random_matrix(random, 5, 35, data, accumulator, 2)});
        }
      }
    }
  }
}

// Whole tiles, panels and what is left of them.
TEST_F(MatmulTest, EveryShape) {
  Random random(2);
  for (const Format& accumulator : {fp16, fp32, fp64}) {
    AccumulationModel model;
    model.operands = fp16;
    model.accumulator = accumulator;
    for (Eigen::Index rows : {0, 1, 3, 4, 5, 8}) {
      for (Eigen::Index columns : {0, 1, 15, 16, 17, 31, 32, 33, 65}) {
        for (Eigen::Index depth : {0, 1, 2, 7}) {
          expect_definition(
              {model, random_matrix(random, rows, depth, Data::unit, fp16, 1),
               random_matrix(random, depth, columns, Data::unit, fp16, 1),
               random_matrix(random, rows, columns, Data::unit, fp16, 2)});
        }
      }
    }
  }
}

TEST_F(MatmulTest, TakesBlocksOfMatrices) {
  Random random(3);
  const Matrix a = random_matrix(random, 20, 30, Data::unit, fp32, 1);
  const Matrix b = random_matrix(random, 25, 50, Data::unit, fp32, 1);
  const auto left = a.block(2, 3, 9, 11);
  const auto right = b.block(4, 5, 11, 37);
  const AccumulationModel model{.operands = bf16, .accumulator = fp16};
  const Matrix expected = halfulp::matmul(left, right, model);
  on_every_target(
      [&] { EXPECT_TRUE(same_bits(kernels::matmul(left, right, model), expected)); });
}

// Native, rounded and scalar sums.
TEST_F(MatmulTest, AnyNumberOfThreads) {
  Random random(4);
  const Matrix a = random_matrix(random, 23, 20, Data::wide, fp16, 1);
  const Matrix b = random_matrix(random, 20, 70, Data::wide, fp16, 1);
  for (const Format& accumulator : {fp32, fp16, hif8}) {
    const AccumulationModel model{.operands = bf16, .accumulator = accumulator};
    const Matrix expected = halfulp::matmul(a, b, model);
    on_every_target([&] {
      for (const int threads : {1, 2, 5}) {
        EXPECT_TRUE(
            same_bits(kernels::matmul(a, b, model, std::nullopt, threads), expected))
            << threads << " threads";
      }
    });
  }
}

// One step of a*b + c.
double step(double a, double b, double c, const AccumulationModel& model) {
  const auto matrix = [](double x) { return Matrix(Matrix::Constant(1, 1, x)); };
  return kernels::matmul(matrix(a), matrix(b), model, matrix(c))(0, 0);
}

// Sums that lie beside a midpoint of the accumulator format by less than the lanes resolve:
// rounded to the lanes' format first, they would be the midpoint itself.
TEST_F(MatmulTest, RoundsSumsOnceInNarrowAndWideLanes) {
  on_every_target([] {
    // 1 + 2^-10 + 2^-11 - tiny: down, not to even
    const double odd = 1 + 0x1p-10;
    EXPECT_EQ(step(0x1p-11 - 0x1p-21, 1 + 0x1p-10, odd, {.accumulator = fp16}), odd);
    EXPECT_EQ(step(0x1p-11 - 0x1p-37, 1 + 0x1p-26, odd, {.accumulator = fp16}), odd);
    // 1 + 2^-8 + tiny: up, not to even
    EXPECT_EQ(step(1 + 0x1p-8, 1, 0x1p-30, {.accumulator = bf16}), 1 + 0x1p-7);
    EXPECT_EQ(step(1 + 0x1p-8, 1, 0x1p-100, {.accumulator = bf16}), 1 + 0x1p-7);
    EXPECT_EQ(step(1 + 0x1p-24, 1, 0x1p-100, {.accumulator = fp32}), 1 + 0x1p-23);
  });
}

// Operands that binary32 does not hold, with products that it does: in binary32 lanes they
// would be infinities and zeros.
TEST_F(MatmulTest, OperandsBeyondBinary32WithProductsWithin) {
  on_every_target([] {
    for (const Format& accumulator : {fp32, fp16, bf16, e5m2}) {
      for (const bool rounded_product : {false, true}) {
        AccumulationModel model{.accumulator = accumulator};
        if (rounded_product) model.product = accumulator;
        EXPECT_EQ(step(0x1p200, 0x1p-200, 1, model), 2);
        EXPECT_EQ(step(0x1p-160, 0x1p160, 1, model), 2);
        EXPECT_EQ(step(0, 0x1p200, 1, model), 1);
        EXPECT_EQ(step(-0x1p200, 0, 1, model), 1);
      }
    }
  });
}

// Finite sums beyond the lanes' largest number are not infinite.
TEST_F(MatmulTest, SaturatesSumsThatOverflowTheLanes) {
  const Format p51{"p51", 62, 51, 1023, -1022};
  AccumulationModel model{.accumulator = bf16};
  model.accumulation_rounding.overflow = Overflow::saturate_propagate;
  AccumulationModel wide = model;
  wide.accumulator = p51;
  on_every_target([&] {
    EXPECT_EQ(step(0x1p63, 0x1p63, bf16.max(), model), bf16.max());
    EXPECT_EQ(step(0x1p511, 0x1p511, p51.max(), wide), p51.max());
  });
}

TEST_F(MatmulTest, SaturatedInfiniteProductsAreFinite) {
  AccumulationModel model{.product = fp64, .accumulator = {"p51", 62, 51, 1023, -1022}};
  model.accumulation_rounding.overflow = Overflow::saturate_finite;
  const double infinity = from_bits(0x7FF0000000000000);
  Matrix a(1, 2);
  a << infinity, -infinity;
  expect_definition({model, a, Matrix::Ones(2, 1), Matrix::Zero(1, 1)});
  on_every_target([&] {
    EXPECT_EQ(kernels::matmul(a, Matrix::Ones(2, 1), model)(0, 0), -0x3p971);
  });
}

std::string message_of(const Matrix& a, const Matrix& b, const AccumulationModel& model,
                       int threads = 1) {
  try {
    kernels::matmul(a, b, model, std::nullopt, threads);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

TEST(Matmul, ErrorsNameOperandIndexAndValue) {
  const Matrix ones = Matrix::Ones(2, 2);
  Matrix bad = ones;
  bad(1, 0) = from_bits(0x7FF8000000000000);
  AccumulationModel model;
  model.operand_rounding.nan = NanRule::error;
  EXPECT_EQ(message_of(bad, ones, model),
            "matmul: a: element 2 is NaN: a NaN input met nan='error'");
  EXPECT_EQ(message_of(ones, bad, model),
            "matmul: b: element 2 is NaN: a NaN input met nan='error'");
}

// A sum that the rule refuses is an error of the definition, and of the kernel.
TEST(Matmul, RefusedSumsAreErrors) {
  const Matrix big = Matrix::Constant(2, 2, 1e300);
  Matrix alternating = big;
  alternating.row(1) *= -1;
  AccumulationModel model{.product = fp64};
  EXPECT_EQ(message_of(big, alternating, model), "");
  model.accumulation_rounding.nan = NanRule::error;
  EXPECT_NE(message_of(big, alternating, model), "");
}

TEST(Matmul, RefusesWrongArguments) {
  const Matrix a = Matrix::Ones(2, 3);
  EXPECT_THROW(kernels::matmul(a, a, {}), std::invalid_argument);
  EXPECT_THROW(kernels::matmul(a, Matrix::Ones(3, 2), {}, Matrix::Ones(3, 2)),
               std::invalid_argument);
  EXPECT_THROW(kernels::matmul(a, Matrix::Ones(3, 2), {.accumulator = e2m1fn}),
               std::invalid_argument);
  EXPECT_NE(message_of(a, Matrix::Ones(3, 2), {}, 0), "");
  EXPECT_NE(message_of(a, Matrix::Ones(3, 0), {}, 0), "");
}

}  // namespace
}  // namespace halfulp
