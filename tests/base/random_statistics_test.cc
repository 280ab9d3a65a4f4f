// Statistical tests of both generators: bit frequencies, serial correlation, bytes and high
// bits, neighbouring keys, avalanche. The keys are fixed, so the outcome is too.
//
// Every statistic is about standard normal for independent uniform words, and fails beyond
// 6.5: with probability 8e-11 where it is a sum of thousands of bits. Chi-squared ones are
// made normal by the cube root of Wilson and Hilferty. There are less than 10^5 statistics in
// all, so for keys at random a perfect generator fails with a probability below 1e-5.

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "halfulp/base/random.h"

namespace halfulp::testing {
namespace {

constexpr double kLimit = 6.5;
constexpr int kSize = 1 << 18;
using Words = std::vector<std::uint32_t>;
using WordAt = std::function<std::uint32_t(std::uint64_t key, std::uint64_t index)>;

class Statistics {
 public:
  void add(double z, const std::string& what) {
    ++count_;
    if (std::fabs(z) <= std::fabs(worst_)) return;
    worst_ = z;
    name_ = what;
  }

  // How often each bit is set, compared with half the time.
  void add_bits(const std::array<int, 32>& ones, int size, const std::string& what) {
    for (std::size_t bit = 0; bit < 32; ++bit) {
      const double z = (2.0 * ones[bit] - size) / std::sqrt(static_cast<double>(size));
      add(z, what + ", bit " + std::to_string(bit));
    }
  }

  // The counts of equally likely cells.
  void add_cells(const std::vector<int>& cells, const std::string& what) {
    double total = 0;
    for (const int count : cells) total += count;
    const double expected = total / static_cast<double>(cells.size());
    double chi_squared = 0;
    for (const int count : cells)
      chi_squared += (count - expected) * (count - expected) / expected;
    const double freedom = static_cast<double>(cells.size()) - 1;
    const double v = 2 / (9 * freedom);
    add((std::cbrt(chi_squared / freedom) - (1 - v)) / std::sqrt(v), what);
  }

  int count() const { return count_; }
  double worst() const { return std::fabs(worst_); }
  std::string report() const {
    return name_ + ": z = " + std::to_string(worst_) + ", the worst of " +
           std::to_string(count_);
  }

 private:
  int count_ = 0;
  double worst_ = 0;
  std::string name_;
};

// Where bits of x and y, the latter rotated, agree.
void add_agreement(const Words& x, const Words& y, std::size_t lag,
                   const std::string& what, Statistics& s) {
  for (const int rotation : {0, 5}) {
    std::array<int, 32> ones{};
    const std::size_t size = x.size() - lag;
    for (std::size_t i = 0; i < size; ++i) {
      const std::uint32_t different = x[i] ^ std::rotl(y[i + lag], rotation);
      for (std::size_t bit = 0; bit < 32; ++bit) ones[bit] += different >> bit & 1;
    }
    s.add_bits(ones, static_cast<int>(size),
               what + ", rotated by " + std::to_string(rotation));
  }
}

// Pairs of bytes, one of each stream.
void add_pairs(const Words& x, const Words& y, std::size_t lag, int shift,
               const std::string& what, Statistics& s) {
  std::vector<int> cells(1 << 12);  // six bits of each
  for (std::size_t i = 0; i + lag < x.size(); ++i)
    ++cells[(x[i] >> shift & 63) << 6 | (y[i + lag] >> shift & 63)];
  s.add_cells(cells, what + ", bits from " + std::to_string(shift));
}

void add_one_stream(const Words& words, const std::string& key, Statistics& s) {
  std::array<int, 32> ones{};
  for (const std::uint32_t word : words)
    for (std::size_t bit = 0; bit < 32; ++bit) ones[bit] += word >> bit & 1;
  s.add_bits(ones, kSize, key + " frequency");

  for (const int shift : {0, 8, 16, 24}) {
    std::vector<int> cells(256);
    for (const std::uint32_t word : words) ++cells[word >> shift & 255];
    s.add_cells(cells, key + " byte from bit " + std::to_string(shift));
  }
  std::vector<int> cells(1 << 12);
  for (const std::uint32_t word : words) ++cells[word >> 20];
  s.add_cells(cells, key + " high bits");
  // Of four words in a row, as in a vector or in a block of Philox.
  std::vector<int> quadruples(1 << 12);
  for (std::size_t i = 0; i + 3 < words.size(); ++i) {
    ++quadruples[words[i] >> 29 << 9 | words[i + 1] >> 29 << 6 |
                 words[i + 2] >> 29 << 3 | words[i + 3] >> 29];
  }
  s.add_cells(quadruples, key + " four in a row");

  for (const std::size_t lag :
       {1, 2, 3, 4, 5, 7, 8, 16, 32, 64, 100, 256, 768, 1000, 1024, 4096, 65536}) {
    const std::string what = key + " lag " + std::to_string(lag);
    add_agreement(words, words, lag, what, s);
    for (const int shift : {0, 13, 26}) add_pairs(words, words, lag, shift, what, s);
  }
}

void add_key(const WordAt& word_at, std::uint64_t key, Statistics& s) {
  const auto stream = [&](std::uint64_t k) {
    Words words;
    for (int i = 0; i < kSize; ++i)
      words.push_back(word_at(k, static_cast<std::uint64_t>(i)));
    return words;
  };
  const std::string name = "key " + std::to_string(key);
  const Words words = stream(key);
  add_one_stream(words, name, s);
  for (const std::uint64_t other :
       {key + 1, key + 2, key ^ (std::uint64_t{1} << 32), ~key}) {
    const Words others = stream(other);
    for (const std::size_t lag : {0, 1, 4}) {
      const std::string both = name + " and " + std::to_string(other);
      const std::string what = both + ", lag " + std::to_string(lag);
      add_agreement(words, others, lag, what, s);
      add_agreement(others, words, lag, what + " of the first", s);
      for (const int shift : {0, 26}) add_pairs(words, others, lag, shift, what, s);
    }
  }
}

// Another bit of the key or of the index changes each bit of the word half the time.
void add_avalanche(const WordAt& word_at, Statistics& s) {
  constexpr int kTries = 1 << 12;
  for (int flipped = 0; flipped < 128; ++flipped) {
    std::array<int, 32> changes{};
    for (int i = 0; i < kTries; ++i) {
      // Keys and indices as users take them: small ones.
      const auto key = static_cast<std::uint64_t>(i % 64);
      const auto index = static_cast<std::uint64_t>(i);
      const std::uint64_t bit = std::uint64_t{1} << (flipped % 64);
      const std::uint32_t different =
          word_at(key, index) ^
          (flipped < 64 ? word_at(key ^ bit, index) : word_at(key, index ^ bit));
      for (std::size_t b = 0; b < 32; ++b) changes[b] += different >> b & 1;
    }
    const std::string what = flipped < 64 ? "key bit " : "index bit ";
    s.add_bits(changes, kTries, what + std::to_string(flipped % 64));
  }
}

Statistics statistics_of(const WordAt& word_at,
                         const std::vector<std::uint64_t>& keys) {
  Statistics s;
  for (const std::uint64_t key : keys) add_key(word_at, key, s);
  add_avalanche(word_at, s);
  return s;
}

const std::vector<std::uint64_t> kKeys = {0, 0xDEADBEEF00000000};

WordAt word_of(Generator generator) {
  return [=](std::uint64_t key, std::uint64_t index) {
    return random_word({key, 0, generator}, index);
  };
}

TEST(RandomStatistics, Philox) {
  const Statistics s = statistics_of(word_of(Generator::philox), kKeys);
  EXPECT_LE(s.worst(), kLimit) << s.report();
  EXPECT_LT(s.count(), 50000);
}

TEST(RandomStatistics, Hash) {
  const Statistics s = statistics_of(word_of(Generator::fast_hash), kKeys);
  EXPECT_LE(s.worst(), kLimit) << s.report();
  EXPECT_LT(s.count(), 50000);
}

// Also from the end of a high half of the index on.
TEST(RandomStatistics, HashBeyondTheLowHalfOfTheIndex) {
  const auto word_at = [](std::uint64_t key, std::uint64_t index) {
    return random_word({key, 0xFFFFFFFF - kSize / 3, Generator::fast_hash}, index);
  };
  const Statistics s = statistics_of(word_at, {7});
  EXPECT_LE(s.worst(), kLimit) << s.report();
}

// The tests do find what they look for: a known weak hash of a counter (lowbias32, a fine
// finaliser of other keys), keys that are added to the index, keys that are not mixed.
TEST(RandomStatistics, WeakGeneratorsFail) {
  const auto lowbias32 = [](std::uint64_t key, std::uint64_t index) {
    auto x = static_cast<std::uint32_t>(index);
    x = (x ^ (x >> 16)) * 0x21F0AAAD;
    x = (x ^ (x >> 15) ^ static_cast<std::uint32_t>(key * 0x9E3779B9)) * 0xD35A2D97;
    return x ^ (x >> 15);
  };
  EXPECT_GT(statistics_of(lowbias32, {42}).worst(), 10);
  const auto added_key = [](std::uint64_t key, std::uint64_t index) {
    return random_word({0, 0, Generator::philox}, key + index);
  };
  EXPECT_GT(statistics_of(added_key, {42}).worst(), 10);
  const auto bare_key = [](std::uint64_t key, std::uint64_t index) {
    const HashKey halves{static_cast<std::uint32_t>(key),
                         static_cast<std::uint32_t>(key >> 32)};
    return hash_word(halves, static_cast<std::uint32_t>(index));
  };
  EXPECT_GT(statistics_of(bare_key, {42}).worst(), 10);
}

}  // namespace
}  // namespace halfulp::testing
