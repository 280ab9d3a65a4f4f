#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "halfulp/base/words.h"

namespace halfulp {

// Counter-based random numbers: a function of a key and an index, without a state. So what
// is computed from them does not depend on threads, tiles or the order of the work.

enum class Generator {
  philox,     // Philox4x32-10: passes BigCrush; the conservative choice
  fast_hash,  // a 32-bit hash of key and index: several times as fast
};

// "philox", "fast_hash".
std::span<const Word<Generator>> generator_words();

// A stream of 32-bit words: element i of an array takes word first_index + i, modulo 2^64.
struct RandomSource {
  std::uint64_t key = 0;
  std::uint64_t first_index = 0;
  Generator generator = Generator::philox;

  friend constexpr bool operator==(const RandomSource&, const RandomSource&) = default;
};

// The source whose word 0 is word `count` of `source`.
constexpr RandomSource advanced(RandomSource source, std::uint64_t count) {
  source.first_index += count;
  return source;
}

// Word `index` of the source: uniform on all 32-bit words, a function of generator, key and
// first_index + index (modulo 2^64) only.
//
// Philox: word w of the block of counter c is word 4 c + w; the 64 bits of c are the lower
// half of the counter, lower word first, as those of `key` are the key.
std::uint32_t random_word(const RandomSource& source, std::uint64_t index);

// Philox4x32-10 (Salmon, Moraes, Dror, Shaw, Parallel random numbers: as easy as 1, 2, 3,
// SC11): the block of four words that belongs to a counter.
std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter,
                                    std::array<std::uint32_t, 2> key);

// The hash takes its key in two halves, which depend on the high half of the index too.
struct HashKey {
  std::uint32_t first;
  std::uint32_t second;
};
HashKey hash_key(std::uint64_t key, std::uint32_t index_high);

// The hash of the low half of an index: triple32 of C. Wellons (Hash Prospector, 2018) less
// its first step, so that the first product is a sum in a loop over indices; the key comes
// in twice. For each key it is a permutation: of the 2^32 words that share the high half of
// their index no two are alike.
inline constexpr std::uint32_t kHashFactors[] = {0xED5AD4BB, 0xAC4C1B51, 0x31848BAB};
constexpr std::uint32_t hash_word(HashKey key, std::uint32_t index_low) {
  std::uint32_t x = index_low * kHashFactors[0] + key.first;
  x = (x ^ (x >> 11) ^ key.second) * kHashFactors[1];
  x = (x ^ (x >> 15)) * kHashFactors[2];
  return x ^ (x >> 14);
}

}  // namespace halfulp
