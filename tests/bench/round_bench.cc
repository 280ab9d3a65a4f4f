// Rounding out of place, beside std::memcpy of the same arrays.

#include <cstring>
#include <map>
#include <vector>

#include "bench/bench.h"
#include "halfulp/formats/named_formats.h"
#include "halfulp/kernels/round.h"
#include "halfulp/kernels/targets.h"

namespace halfulp::bench {
namespace {

struct Case {
  const char* what;
  Format format;
  RoundingRule rule = {};
  Generator generator = Generator::philox;
};

const std::vector<Case>& cases() {
  static const std::vector<Case> all = {
      {"bf16 nearest_even", bf16},
      {"fp16 nearest_even", fp16},
      {"(5,10) at run time", {"e5m9", 15, 10, 15, -14}},
      {"(8,12) at run time", {"e8m11", 20, 12, 127, -126}},
      {"(6,5) at run time", {"e6m4", 11, 5, 31, -30}},
      {"e4m3fn saturating", e4m3fn, {.overflow = Overflow::saturate_finite}},
      {"bf16 stochastic, hash",
       bf16,
       {.mode = Rounding::stochastic},
       Generator::fast_hash},
      {"bf16 stochastic, Philox", bf16, {.mode = Rounding::stochastic}},
      {"(5,10) stochastic, hash",
       {"e5m9", 15, 10, 15, -14},
       {.mode = Rounding::stochastic},
       Generator::fast_hash},
      {"fp16 toward_zero", fp16, {.mode = Rounding::toward_zero}},
      {"fp16 odd", fp16, {.mode = Rounding::odd}},
  };
  return all;
}

// Both arrays, filled once for all the benchmarks of a place.
template <class T>
struct Arrays {
  explicit Arrays(std::size_t bytes)
      : in(normal_numbers<T>(bytes / sizeof(T))), out(in.size()) {}
  AlignedArray<T> in, out;

  static Arrays& of(const Place& place) {
    static std::map<std::size_t, Arrays> all;
    return all.try_emplace(place.bytes, place.bytes).first->second;
  }
};

template <class T>
void copy(benchmark::State& state, const Place& place) {
  Arrays<T>& arrays = Arrays<T>::of(place);
  for (auto _ : state) {
    std::memcpy(arrays.out.data(), arrays.in.data(), place.bytes);
    benchmark::ClobberMemory();
  }
  count_bytes(state, 2 * place.bytes);
}

template <class T>
void round_arrays(benchmark::State& state, const Place& place,
                  const std::string& target, const Case& c) {
  Arrays<T>& arrays = Arrays<T>::of(place);
  const kernels::ForcedTarget forced(target);
  const std::span<const T> in(arrays.in.data(), arrays.in.size());
  const std::span<T> out(arrays.out.data(), arrays.out.size());
  for (auto _ : state) {
    kernels::round(in, out, c.format, c.rule, {.key = 1, .generator = c.generator});
    benchmark::ClobberMemory();
  }
  count_bytes(state, 2 * place.bytes);
}

template <class T>
void register_carrier(const Place& place, const std::string& carrier) {
  add(place, "-", carrier + " memcpy",
      [&place](benchmark::State& state) { copy<T>(state, place); });
  for (const std::string target : {"AVX3", "AVX2"}) {
    for (const Case& c : cases()) {
      add(place, target, carrier + " to " + c.what,
          [target, &c, &place](benchmark::State& state) {
            round_arrays<T>(state, place, target, c);
          });
    }
  }
}

}  // namespace

void register_round_benchmarks() {
  for (const Place& place : kPlaces) {
    register_carrier<float>(place, "binary32");
    register_carrier<double>(place, "binary64");
  }
}

}  // namespace halfulp::bench
