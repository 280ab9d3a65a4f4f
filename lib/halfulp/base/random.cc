#include "halfulp/base/random.h"

namespace halfulp {
namespace {

constexpr std::uint32_t low_half(std::uint64_t x) {
  return static_cast<std::uint32_t>(x);
}
constexpr std::uint32_t high_half(std::uint64_t x) {
  return static_cast<std::uint32_t>(x >> 32);
}

// The finaliser of SplitMix64 (Steele, Lea, Flood 2014).
constexpr std::uint64_t mixed(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
  return z ^ (z >> 31);
}

std::uint32_t philox_word(std::uint64_t key, std::uint64_t index) {
  const std::uint64_t counter = index / 4;
  const auto block = philox({low_half(counter), high_half(counter), 0, 0},
                            {low_half(key), high_half(key)});
  return block[index % 4];
}

}  // namespace

std::span<const Word<Generator>> generator_words() {
  static constexpr std::array<Word<Generator>, 2> words = {{
      {Generator::philox, "philox"},
      {Generator::fast_hash, "fast_hash"},
  }};
  return words;
}

std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> c,
                                    std::array<std::uint32_t, 2> k) {
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t p0 = std::uint64_t{0xD2511F53} * c[0];
    const std::uint64_t p1 = std::uint64_t{0xCD9E8D57} * c[2];
    c = {high_half(p1) ^ c[1] ^ k[0], low_half(p1), high_half(p0) ^ c[3] ^ k[1],
         low_half(p0)};
    k[0] += 0x9E3779B9;  // the golden ratio
    k[1] += 0xBB67AE85;  // the square root of 3
  }
  return c;
}

HashKey hash_key(std::uint64_t key, std::uint32_t index_high) {
  constexpr std::uint64_t kGoldenRatio = 0x9E3779B97F4A7C15;
  const std::uint64_t halves = mixed(mixed(key + kGoldenRatio) + index_high);
  return {low_half(halves), high_half(halves)};
}

std::uint32_t random_word(const RandomSource& source, std::uint64_t index) {
  const std::uint64_t absolute = source.first_index + index;
  switch (source.generator) {
    case Generator::philox:
      return philox_word(source.key, absolute);
    case Generator::fast_hash:
      return hash_word(hash_key(source.key, high_half(absolute)), low_half(absolute));
  }
  return 0;
}

}  // namespace halfulp
