// Usage: halfulp_bench [Google Benchmark's options]; see ratios.py.

#include <benchmark/benchmark.h>

#include "bench/bench.h"

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  const bool has_two_cores = halfulp::bench::stay_on_two_cores();
  halfulp::bench::register_round_benchmarks();
  halfulp::bench::register_codes_benchmarks();
  halfulp::bench::register_block_benchmarks();
  if (has_two_cores) halfulp::bench::register_threads_benchmarks();
  benchmark::RunSpecifiedBenchmarks();
}
