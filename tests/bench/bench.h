#pragma once

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <random>
#include <string>

namespace halfulp::bench {

// An array at a multiple of 64 bytes, the width of a cache line and of the widest vectors.
template <class T>
class AlignedArray {
 public:
  explicit AlignedArray(std::size_t size)
      : size_(size),
        data_(static_cast<T*>(::operator new[](size * sizeof(T), kAlignment))) {
    std::uninitialized_value_construct_n(data_.get(), size);
  }
  T* data() const { return data_.get(); }
  std::size_t size() const { return size_; }

 private:
  static constexpr std::align_val_t kAlignment{64};
  struct Delete {
    void operator()(T* p) const { ::operator delete[](p, kAlignment); }
  };
  std::size_t size_;
  std::unique_ptr<T[], Delete> data_;
};

// Normally distributed numbers, the same every time.
template <class T>
AlignedArray<T> normal_numbers(std::size_t size) {
  AlignedArray<T> array(size);
  std::mt19937_64 bits(1);
  std::normal_distribution<double> normal;
  for (std::size_t i = 0; i < size; ++i) array.data()[i] = static_cast<T>(normal(bits));
  return array;
}

// Where the arrays lie: input and output together fit the L2 cache, or no cache at all.
struct Place {
  const char* name;
  std::size_t bytes;  // of each array
};
inline constexpr Place kPlaces[] = {{"L2", std::size_t{256} << 10},
                                    {"DRAM", std::size_t{128} << 20}};

// Registers a benchmark as "place/target/what", which ratios.py takes apart; `what` begins
// with the kind of the numbers.
template <class Body>
void add(const Place& place, const std::string& target, const std::string& what,
         Body body) {
  const std::string name = std::string(place.name) + "/" + target + "/" + what;
  benchmark::RegisterBenchmark(name.c_str(), body);
}

inline void count_bytes(benchmark::State& state, std::size_t bytes) {
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(bytes));
}

void register_block_benchmarks();
void register_round_benchmarks();
void register_codes_benchmarks();
void register_threads_benchmarks();

// This thread stays on the core where it is now, the one that parallel_for adds first on
// another: a thread that moves loses what it has in the caches. False if there is no other.
bool stay_on_two_cores();

}  // namespace halfulp::bench
