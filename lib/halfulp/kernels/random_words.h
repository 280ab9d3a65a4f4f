#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "halfulp/base/random.h"

namespace halfulp::kernels {

// out[i] = halfulp::random_word(source, i), on every target and for every number of threads.
// Throws std::invalid_argument unless threads are from 1 to 1024.
void random_words(const RandomSource& source, std::span<std::uint32_t> out,
                  int threads = 1);

// Some consecutive words of a source, to be made and used while they are in the cache.
class RandomWords {
 public:
  static constexpr std::size_t kMost = 1024;

  // Words index, index + 1, ... of the source; count <= kMost. They last until the next call.
  const std::uint32_t* fill(const RandomSource& source, std::uint64_t index,
                            std::size_t count);

 private:
  // Philox makes whole blocks, and both generators whole vectors.
  static constexpr std::size_t kSlack = 128;
  alignas(64) std::uint32_t words_[kMost + kSlack];
};

}  // namespace halfulp::kernels
