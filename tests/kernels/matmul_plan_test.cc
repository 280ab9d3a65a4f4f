#include "halfulp/kernels/matmul_plan.h"

#include <gtest/gtest.h>

#include <string>

// That a model gets the lanes it should: results do not show it, only the time does.

namespace halfulp::kernels {
namespace {

constexpr MatmulData kBf16Data{{8, -20, 3}, {8, -20, 3}, {}, 1000};
constexpr MatmulData kBinary32Data{{24, -40, 3}, {24, -40, 3}, {}, 1000};
constexpr MatmulData kBinary64Data{{53, -60, 3}, {53, -60, 3}, {}, 1000};

template <class T>
std::string text(const LaneStep<T>& step) {
  std::string words = sizeof(T) == 4 ? "binary32" : "binary64";
  if (step.round_product) words += " rounded_product";
  switch (step.sum) {
    case LaneSum::native:
      return words + " native";
    case LaneSum::fused:
      return words + " fused";
    case LaneSum::rounded:
      return words + " rounded";
    case LaneSum::exact:
      return words + " exact";
    case LaneSum::fixed_point:
      return words + " fixed_point";
    case LaneSum::late:
      return words + " late";
  }
  return words;
}

std::string plan(const AccumulationModel& model, const MatmulData& data,
                 bool has_fma = true) {
  if (const auto step = lane_step<float>(model, data, has_fma)) return text(*step);
  if (const auto step = lane_step<double>(model, data, has_fma)) return text(*step);
  return "scalar";
}

TEST(MatmulPlan, ExactProductsAddInTheFormatsOwnLanes) {
  EXPECT_EQ(plan({.accumulator = fp32}, kBf16Data, false), "binary32 native");
  EXPECT_EQ(plan({.accumulator = fp64}, kBf16Data, false), "binary64 native");
  EXPECT_EQ(plan({.accumulator = fp64}, kBinary32Data, false), "binary64 native");
}

TEST(MatmulPlan, InexactProductsNeedFma) {
  EXPECT_EQ(plan({.accumulator = fp32}, kBinary32Data, true), "binary32 fused");
  EXPECT_EQ(plan({.accumulator = fp32}, kBinary32Data, false), "binary64 rounded");
  EXPECT_EQ(plan({.accumulator = fp64}, kBinary64Data, true), "binary64 fused");
  EXPECT_EQ(plan({.accumulator = fp64}, kBinary64Data, false), "scalar");
}

TEST(MatmulPlan, ProductsRoundedToTheLanesFormatNeedNoFma) {
  EXPECT_EQ(plan({.product = fp32, .accumulator = fp32}, kBinary32Data, false),
            "binary32 native");
  EXPECT_EQ(plan({.product = fp64, .accumulator = fp64}, kBinary64Data, false),
            "binary64 native");
  EXPECT_EQ(plan({.product = fp32, .accumulator = bf16}, kBinary32Data),
            "binary32 rounded");
}

TEST(MatmulPlan, NarrowSumsAreRoundedInTheNarrowestLanes) {
  for (const Format& accumulator : {fp16, bf16, e5m2, e4m3fn, tf32}) {
    EXPECT_EQ(plan({.accumulator = accumulator}, kBf16Data), "binary32 rounded");
    EXPECT_EQ(plan({.product = accumulator, .accumulator = accumulator}, kBf16Data),
              "binary32 rounded_product rounded");
    EXPECT_EQ(plan({.accumulator = accumulator}, kBinary32Data), "binary64 rounded");
  }
}

TEST(MatmulPlan, ProductFormatsThatHoldTheProductsDoNotRound) {
  EXPECT_EQ(plan({.product = fp64, .accumulator = fp16}, kBf16Data),
            "binary32 rounded");
  AccumulationModel saturating{.product = fp64, .accumulator = fp16};
  saturating.accumulation_rounding.overflow = Overflow::saturate_finite;
  EXPECT_EQ(plan(saturating, kBf16Data), "binary64 rounded_product rounded")
      << "infinite products become finite";
}

TEST(MatmulPlan, OtherModesTakeBinary64Lanes) {
  AccumulationModel model{.accumulator = fp16};
  model.accumulation_rounding.mode = Rounding::up;
  EXPECT_EQ(plan(model, kBf16Data), "binary64 rounded");
  model.accumulator = fp32;
  EXPECT_EQ(plan(model, kBf16Data), "binary64 rounded");
  model.accumulator = fp64;
  EXPECT_EQ(plan(model, kBf16Data), "scalar");
}

// 2^200 * 2^-200, and zeros times 2^200: the products fit in binary32, the operands do not.
TEST(MatmulPlan, OperandsBeyondTheLanesTakeWiderOnes) {
  for (const Format& accumulator : {fp32, fp16}) {
    for (const std::optional<Format>& product :
         {std::optional<Format>(), std::optional<Format>(fp32)}) {
      const AccumulationModel model{.product = product, .accumulator = accumulator};
      for (const Extent& small : {Extent{8, -207, -199}, Extent{}}) {
        const Extent large{8, 193, 201};
        EXPECT_EQ(plan(model, {small, large, {}, 1}).substr(0, 8), "binary64");
        EXPECT_EQ(plan(model, {large, small, {}, 1}).substr(0, 8), "binary64");
      }
    }
  }
}

// bf16 has the range of binary32: s + p could overflow there where it must not.
TEST(MatmulPlan, SumsNearTheTopOfBinary32TakeBinary64Lanes) {
  MatmulData data = kBf16Data;
  data.c = {8, 100, 127};
  EXPECT_EQ(plan({.accumulator = bf16}, data), "binary64 rounded");
  EXPECT_EQ(plan({.accumulator = fp16}, data), "binary32 rounded");
  data.c = {};
  data.depth = std::size_t{1} << 50;
  data.a.top = data.b.top = 40;
  EXPECT_EQ(plan({.accumulator = bf16}, data), "binary64 rounded");
}

TEST(MatmulPlan, PrecisionThatLeavesNoTwoBitsIsScalar) {
  EXPECT_EQ(plan({.accumulator = {"p51", 59, 51, 127, -126}}, kBinary32Data),
            "binary64 rounded");
  EXPECT_EQ(plan({.accumulator = {"p52", 60, 52, 127, -126}}, kBinary32Data), "scalar");
}

}  // namespace
}  // namespace halfulp::kernels
