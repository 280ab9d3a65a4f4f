// One thread and two, on the same arrays, of which each core's L2 cache holds its half.

#include <sched.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <span>

#include "bench/bench.h"
#include "halfulp/base/parallel.h"
#include "halfulp/formats/named_formats.h"
#include "halfulp/kernels/codes.h"
#include "halfulp/kernels/round.h"

namespace halfulp::bench {
namespace {

// Of binary32 numbers; codes and outputs are as many.
struct Arrays {
  explicit Arrays(std::size_t bytes)
      : numbers(normal_numbers<float>(bytes / sizeof(float))),
        out(numbers.size()),
        codes(numbers.size()) {
    for (std::size_t i = 0; i < codes.size(); ++i)
      codes.data()[i] = static_cast<std::uint8_t>(i * 37 % 0x78);  // finite
  }
  std::span<const float> in() const { return {numbers.data(), numbers.size()}; }
  std::span<float> target() const { return {out.data(), out.size()}; }
  std::span<std::uint8_t> code_span() const { return {codes.data(), codes.size()}; }

  AlignedArray<float> numbers, out;
  AlignedArray<std::uint8_t> codes;
};

using Work = std::function<void(const Arrays&, int threads)>;

void run(benchmark::State& state, std::size_t bytes, const Work& work, int threads) {
  const Arrays arrays(bytes);
  work(arrays, threads);  // every core fetches its part
  for (auto _ : state) {
    work(arrays, threads);
    benchmark::ClobberMemory();
  }
  count_bytes(state, 2 * bytes);
}

void add_both(const std::string& what, const Work& work) {
  for (const std::size_t kib : {256, 512, 768}) {
    for (const int threads : {1, 2}) {
      const std::string name = "threads/" + std::to_string(kib) + " KiB " +
                               std::to_string(threads) + "/" + what;
      benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
        run(state, kib << 10, work, threads);
      })->UseRealTime();
    }
  }
}

void stay_on(std::size_t core) {
  cpu_set_t only;
  CPU_ZERO(&only);
  CPU_SET(core, &only);
  sched_setaffinity(0, sizeof only, &only);
}

}  // namespace

bool stay_on_two_cores() {
  cpu_set_t allowed;
  sched_getaffinity(0, sizeof allowed, &allowed);
  const auto here = static_cast<std::size_t>(sched_getcpu());
  std::size_t other = CPU_SETSIZE;
  for (std::size_t core = 0; core < CPU_SETSIZE; ++core) {
    if (core != here && CPU_ISSET(core, &allowed)) other = core;
  }
  if (other == CPU_SETSIZE) {
    stay_on(here);
    return false;
  }
  // They wait for each other, so none is left for the other's thread.
  std::atomic<int> begun = 0;
  parallel_for(2, 2, 1, [&](std::size_t part, std::size_t) {
    ++begun;
    while (begun < 2) sched_yield();
    stay_on(part == 0 ? here : other);
  });
  return true;
}

void register_threads_benchmarks() {
  static const RoundingRule saturating{.overflow = Overflow::saturate_finite};
  add_both("bf16", [](const Arrays& a, int threads) {
    kernels::round(a.in(), a.target(), bf16, {}, threads);
  });
  add_both("(5,10) at run time", [](const Arrays& a, int threads) {
    kernels::round(a.in(), a.target(), {"e5m9", 15, 10, 15, -14}, {}, threads);
  });
  add_both("e4m3fn saturating", [](const Arrays& a, int threads) {
    kernels::round(a.in(), a.target(), e4m3fn, saturating, threads);
  });
  add_both("to codes of e4m3fn", [](const Arrays& a, int threads) {
    kernels::encode(a.in(), a.code_span(), e4m3fn, saturating, threads);
  });
  add_both("from codes of e4m3fn", [](const Arrays& a, int threads) {
    kernels::decode(std::span<const std::uint8_t>(a.code_span()), a.target(), e4m3fn,
                    threads);
  });
}

}  // namespace halfulp::bench
