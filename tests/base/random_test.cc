// The generators against Random123's published vectors, and how their words are indexed.

#include "halfulp/base/random.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>

namespace halfulp::testing {
namespace {

using Block = std::array<std::uint32_t, 4>;

// kat_vectors of Random123 (Salmon et al., SC11): philox4x32, 10 rounds.
TEST(Random, PhiloxGivesRandom123sVectors) {
  EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0}),
            (Block{0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8}));
  EXPECT_EQ(philox({0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF},
                   {0xFFFFFFFF, 0xFFFFFFFF}),
            (Block{0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD}));
  EXPECT_EQ(philox({0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344},
                   {0xA4093822, 0x299F31D0}),
            (Block{0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1}));
}

// The key's and the counter's words, lower half first, and four words a counter.
TEST(Random, PhiloxWordsAreIndexedThroughTheBlocks) {
  const RandomSource source{.key = 0x299F31D0A4093822};
  for (std::uint64_t counter : {0ULL, 1ULL, 0xFFFFFFFFULL, 0x123456789ABCDEFULL}) {
    const Block block = philox({static_cast<std::uint32_t>(counter),
                                static_cast<std::uint32_t>(counter >> 32), 0, 0},
                               {0xA4093822, 0x299F31D0});
    for (std::uint64_t word = 0; word < 4; ++word) {
      EXPECT_EQ(random_word(source, 4 * counter + word), block[word]) << counter;
    }
  }
}

TEST(Random, AWordDependsOnTheSumOfFirstIndexAndIndex) {
  constexpr std::uint64_t kLast = ~std::uint64_t{0};
  for (const Generator generator : {Generator::philox, Generator::fast_hash}) {
    const RandomSource whole{42, 0, generator};
    for (std::uint64_t first : {1ULL, 3ULL, 0xFFFFFFFFULL, 0x100000000ULL}) {
      const RandomSource part{42, first, generator};
      for (std::uint64_t i = 0; i < 8; ++i) {
        EXPECT_EQ(random_word(part, i), random_word(whole, first + i));
        EXPECT_EQ(random_word(advanced(whole, first), i),
                  random_word(whole, first + i));
      }
    }
    // Modulo 2^64.
    EXPECT_EQ(random_word({42, kLast, generator}, 1), random_word(whole, 0));
  }
}

}  // namespace
}  // namespace halfulp::testing
