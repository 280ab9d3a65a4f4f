// Quantizing binary32 or binary64 numbers to blocks whose elements have codes of a byte, and
// dequantizing, beside std::memcpy of the numbers.

#include <cstdint>
#include <span>

#include "bench/bench.h"
#include "halfulp/formats/block_registry.h"
#include "halfulp/kernels/quantize_blocks.h"
#include "halfulp/kernels/targets.h"
#include "halfulp/rounding/block_rule.h"

namespace halfulp::bench {
namespace {

// The time is counted as if the numbers were copied, as for codes. Blocks lie along the last
// axis, or across the rows of a matrix.
template <class T>
void quantize(benchmark::State& state, const Place& place, const std::string& target,
              const BlockFormat& format, Rounding mode, std::size_t columns) {
  const kernels::ForcedTarget forced(target);
  const auto in = normal_numbers<T>(place.bytes / sizeof(T));
  const kernels::BlockedShape shape{1, in.size() / columns, columns, format.block_size};
  const AlignedArray<std::uint8_t> codes(in.size());
  const AlignedArray<std::uint32_t> scales(shape.scales());
  const std::span<const T> numbers(in.data(), in.size());
  BlockRule rule = default_block_rule(format);
  if (mode != Rounding::nearest_even) rule.element.mode = mode;
  const double tensor_scale = kernels::tensor_scale_of(numbers, format);
  for (auto _ : state) {
    kernels::quantize_blocks(numbers, shape, tensor_scale, format, rule,
                             RandomSource{7}, std::span(codes.data(), codes.size()),
                             std::span(scales.data(), scales.size()));
    benchmark::ClobberMemory();
  }
  count_bytes(state, 2 * place.bytes);
}

void dequantize(benchmark::State& state, const Place& place, const std::string& target,
                const BlockFormat& format) {
  const kernels::ForcedTarget forced(target);
  const auto elements = normal_numbers<double>(place.bytes / sizeof(double));
  const kernels::BlockedShape shape{1, elements.size(), 1, format.smallest_group()};
  const auto scales = normal_numbers<double>(shape.scales());
  const AlignedArray<double> out(elements.size());
  for (auto _ : state) {
    kernels::dequantize_blocks(
        std::span<const double>(elements.data(), elements.size()),
        std::span<const double>(scales.data(), scales.size()), shape, 1.0,
        std::span(out.data(), out.size()));
    benchmark::ClobberMemory();
  }
  count_bytes(state, 2 * place.bytes);
}

template <class T>
void register_carrier(const Place& place, const std::string& carrier) {
  constexpr std::size_t kColumns = 1024;
  for (const std::string target : {"AVX3", "AVX2"}) {
    for (const BlockFormat& format : named_block_formats()) {
      const std::string what = carrier + " to " + std::string(format.name.view());
      const auto with = [&](const std::string& how, Rounding mode,
                            std::size_t columns) {
        add(place, target, what + how, [=, &place](benchmark::State& s) {
          quantize<T>(s, place, target, format, mode, columns);
        });
      };
      with("", Rounding::nearest_even, 1);
      if (format.element.width != 4) continue;
      with(", across rows", Rounding::nearest_even, kColumns);
      with(", up", Rounding::up, 1);
      with(", stochastic", Rounding::stochastic_a, 1);
    }
  }
}

}  // namespace

void register_block_benchmarks() {
  for (const Place& place : kPlaces) {
    register_carrier<float>(place, "binary32");
    register_carrier<double>(place, "binary64");
    for (const std::string target : {"AVX3", "AVX2"}) {
      for (const char* name : {"mxfp4", "hif4"}) {
        const BlockFormat& format = block_format_named(name);
        add(place, target, "binary64 from " + std::string(name),
            [=, &place](benchmark::State& s) { dequantize(s, place, target, format); });
      }
    }
  }
}

}  // namespace halfulp::bench
