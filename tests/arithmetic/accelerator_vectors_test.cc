// Results of matrix instructions, bit for bit, by the definition.

#include <gtest/gtest.h>

#include "halfulp/arithmetic/dot_codes.h"
#include "halfulp/arithmetic/named_models.h"
#include "halfulp/formats/codec.h"
#include "support/accelerator_vectors.h"

namespace halfulp::testing {
namespace {

bool same_but_for_payload(std::uint64_t x, std::uint64_t y, const Format& format) {
  return x == y ||
         (is_not_a_number(decode(x, format)) && is_not_a_number(decode(y, format)));
}

TEST(AcceleratorVectors, Definition) {
  const auto vectors = accelerator_vectors(HALFULP_GOLDEN_DIR);
  ASSERT_EQ(vectors.size(), 1457);
  for (const AcceleratorVector& v : vectors) {
    const AccumulationModel& model = model_named(v.model).model;
    const std::uint64_t d = dot_codes({v.a, v.b, v.c, v.a_scales, v.b_scales}, model);
    EXPECT_TRUE(same_but_for_payload(d, v.d, model.output_format()))
        << v.name << ": expected " << std::hex << v.d << ", got " << d;
  }
}

}  // namespace
}  // namespace halfulp::testing
