#include "halfulp/kernels/scale_words.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

#include "halfulp/formats/named_block_formats.h"

namespace halfulp {
namespace {

using kernels::BlockedShape;

TEST(ScaleWords, AreTakenApart) {
  // Two lines of a block of 8 and a shorter one: of the scale's 8 bits, then 8 for the
  // eights, 16 for the fours.
  const std::vector<std::uint32_t> words = {0x0002'01FF, 0x0001'0001, 0x0003'0000,
                                            0x0000'0102};
  std::vector<std::uint32_t> codes = words;
  kernels::scale_codes_of(codes, hif4, codes);
  EXPECT_EQ(codes, (std::vector<std::uint32_t>{0xFF, 1, 0, 2}));
  const BlockedShape shape{2, 11, 1, 8};
  std::vector<std::uint8_t> eights(4), fours(6);
  kernels::micro_exponents_of(words, shape, hif4, 0, eights);
  kernels::micro_exponents_of(words, shape, hif4, 1, fours);
  EXPECT_EQ(eights, (std::vector<std::uint8_t>{1, 0, 0, 1}));
  EXPECT_EQ(fours, (std::vector<std::uint8_t>{0, 1, 1, 1, 1, 0}));
}

TEST(ScaleWords, RefuseWhatDoesNotFit) {
  const std::vector<std::uint32_t> words(4);
  const auto refused = [&](const BlockedShape& shape, const BlockFormat& format,
                           std::size_t level, std::size_t size) {
    std::vector<std::uint8_t> out(size);
    EXPECT_THROW(kernels::micro_exponents_of(words, shape, format, level, out),
                 std::invalid_argument);
  };
  refused({2, 11, 1, 8}, hif4, 2, 6);
  refused({2, 11, 1, 8}, mxfp4, 0, 4);
  refused({2, 11, 1, 0}, hif4, 0, 4);
  refused({2, 11, 1, 4}, hif4, 1, 6);
  refused({2, 11, 1, 72}, hif4, 1, 6);
  refused({2, 11, 1, 8}, hif4, 1, 5);
  refused({2, 17, 1, 8}, hif4, 1, 10);
  std::vector<std::uint32_t> codes(5);
  EXPECT_THROW(kernels::scale_codes_of(words, hif4, codes), std::invalid_argument);
  const auto span = std::span(codes);
  EXPECT_THROW(kernels::scale_codes_of(span.first(4), hif4, span.last(4)),
               std::invalid_argument);
  // Exponents in the bytes of words.
  EXPECT_THROW(
      kernels::micro_exponents_of(span.first(4), {2, 11, 1, 8}, hif4, 0,
                                  {reinterpret_cast<std::uint8_t*>(codes.data()), 4}),
      std::invalid_argument);
}

}  // namespace
}  // namespace halfulp
