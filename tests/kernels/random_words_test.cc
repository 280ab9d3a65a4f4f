// The generators in vectors against their scalar definitions.

#include "halfulp/kernels/random_words.h"

#include <gtest/gtest.h>

#include <vector>

#include "support/every_target.h"

namespace halfulp::testing {
namespace {

class RandomWordsTest : public EveryTarget {};

constexpr std::uint64_t kHigh = std::uint64_t{1} << 32;
constexpr std::uint64_t kLast = ~std::uint64_t{0};
constexpr std::uint64_t kFirsts[] = {0,         1,         2,     3,
                                     4,         1021,      kHigh, kHigh - 1,
                                     kHigh - 5, kLast - 7, kLast, 0x123456789ABCDEF};

TEST_F(RandomWordsTest, AreTheDefinitionForEveryIndexAndSize) {
  on_every_target([&] {
    for (const Generator generator : {Generator::philox, Generator::fast_hash}) {
      for (const std::uint64_t first : kFirsts) {
        const RandomSource source{0xFEDCBA9876543210, first, generator};
        for (std::size_t size = 0; size <= 150; ++size) {
          std::vector<std::uint32_t> words(size + 1, 77);
          kernels::random_words(source, std::span(words).first(size));
          for (std::size_t i = 0; i < size; ++i) {
            ASSERT_EQ(words[i], random_word(source, i))
                << "first index " << first << ", size " << size << ", word " << i;
          }
          ASSERT_EQ(words[size], 77) << "a word too many";
        }
      }
    }
  });
}

TEST_F(RandomWordsTest, AnyNumberOfThreads) {
  on_every_target([&] {
    for (const Generator generator : {Generator::philox, Generator::fast_hash}) {
      const RandomSource source{1, kHigh - 3333, generator};
      std::vector<std::uint32_t> one(10007);
      kernels::random_words(source, one);
      for (const int threads : {2, 5}) {
        std::vector<std::uint32_t> several(one.size());
        kernels::random_words(source, several, threads);
        ASSERT_EQ(several, one);
      }
      for (std::size_t i = 0; i < one.size(); ++i) {
        ASSERT_EQ(one[i], random_word(source, i));
      }
    }
  });
}

TEST_F(RandomWordsTest, RefusesWrongThreads) {
  std::vector<std::uint32_t> words(3);
  EXPECT_THROW(kernels::random_words({}, words, 0), std::invalid_argument);
}

}  // namespace
}  // namespace halfulp::testing
