#include "halfulp/arithmetic/accumulation_model.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "halfulp/arithmetic/dot.h"
#include "support/format_facts.h"

namespace halfulp::testing {
namespace {

std::string message_for(const AccumulationModel& model) {
  try {
    require_valid(model);
    return "valid";
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
}

TEST(AccumulationModel, DefaultsAreValid) {
  const AccumulationModel model;
  EXPECT_EQ(&require_valid(model), &model);
  EXPECT_EQ(model.operands, fp64);
  EXPECT_EQ(model.accumulator, fp64);
  EXPECT_FALSE(model.product.has_value());
  EXPECT_EQ(model.output_format(), fp64);
}

TEST(AccumulationModel, OutputIsTheAccumulatorUnlessGiven) {
  AccumulationModel model;
  model.accumulator = fp32;
  EXPECT_EQ(model.output_format(), fp32);
  model.output = bf16;
  EXPECT_EQ(model.output_format(), bf16);
}

TEST(AccumulationModel, SumsNeedSignZeroAndNan) {
  for (const char* name : {"e8m0fnu", "ue4m3", "e2m1fn", "mxint8"}) {
    AccumulationModel model;
    model.accumulator = facts_of(name).format;
    EXPECT_EQ(message_for(model),
              "model field 'accumulator': format '" + std::string(name) +
                  "' must have a sign, a zero and a NaN, which sums "
                  "need");
    model = {};
    model.product = facts_of(name).format;
    EXPECT_NE(message_for(model).find("model field 'product'"), std::string::npos);
    model = {};  // operands and outputs may be anything
    model.operands = facts_of(name).format;
    model.output = facts_of(name).format;
    EXPECT_EQ(message_for(model), "valid");
  }
}

TEST(AccumulationModel, InvalidFormatsNameTheField) {
  const Format broken{"broken", 16, 0, 15, -14};
  const std::string reason =
      "format 'broken' (width 16, precision 0, emax 15, emin -14) is not valid: "
      "precision "
      "must be between 1 and 53";
  AccumulationModel model;
  model.operands = broken;
  EXPECT_EQ(message_for(model), "model field 'operands': " + reason);
  model = {};
  model.product = broken;
  EXPECT_EQ(message_for(model), "model field 'product': " + reason);
  model = {};
  model.accumulator = broken;
  EXPECT_EQ(message_for(model), "model field 'accumulator': " + reason);
  model = {};
  model.output = broken;
  EXPECT_EQ(message_for(model), "model field 'output': " + reason);
  EXPECT_THROW(dot({}, {}, model), std::invalid_argument);
}

TEST(AccumulationModel, OrderWords) {
  EXPECT_EQ(word_of(AccumulationOrder::sequential, accumulation_order_words()),
            "sequential");
  EXPECT_EQ(parse_word("order", "sequential", accumulation_order_words()),
            AccumulationOrder::sequential);
}

}  // namespace
}  // namespace halfulp::testing
