// Usage: halfulp_bench [Google Benchmark's options]; see ratios.py.

#include <benchmark/benchmark.h>
#include <sched.h>

#include "bench/bench.h"

namespace {

// On the core where it is now: a thread that moves loses what it has in the caches.
void stay_on_this_core() {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  CPU_SET(static_cast<std::size_t>(sched_getcpu()), &cores);
  sched_setaffinity(0, sizeof cores, &cores);
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  stay_on_this_core();
  halfulp::bench::register_round_benchmarks();
  halfulp::bench::register_codes_benchmarks();
  halfulp::bench::register_block_benchmarks();
  benchmark::RunSpecifiedBenchmarks();
}
