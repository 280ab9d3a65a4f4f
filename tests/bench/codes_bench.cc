// Encoding binary32 or binary64 numbers to codes of a byte, and decoding, beside std::memcpy
// of the numbers.

#include <cstdint>
#include <span>

#include "bench/bench.h"
#include "halfulp/formats/named_formats.h"
#include "halfulp/kernels/codes.h"
#include "halfulp/kernels/targets.h"

namespace halfulp::bench {
namespace {

// The time is counted as if the numbers were copied: the codes are a quarter of them or less.
template <class T>
void encode(benchmark::State& state, const Place& place, const std::string& target,
            const Format& format) {
  const kernels::ForcedTarget forced(target);
  const auto in = normal_numbers<T>(place.bytes / sizeof(T));
  const AlignedArray<std::uint8_t> codes(in.size());
  const RoundingRule rule{.overflow = Overflow::saturate_finite};
  for (auto _ : state) {
    kernels::encode(std::span<const T>(in.data(), in.size()),
                    std::span(codes.data(), codes.size()), format, rule);
    benchmark::ClobberMemory();
  }
  count_bytes(state, 2 * place.bytes);
}

template <class T>
void decode(benchmark::State& state, const Place& place, const std::string& target,
            const Format& format) {
  const kernels::ForcedTarget forced(target);
  const AlignedArray<T> out(place.bytes / sizeof(T));
  const AlignedArray<std::uint8_t> codes(out.size());
  for (std::size_t i = 0; i < codes.size(); ++i)
    codes.data()[i] = static_cast<std::uint8_t>(i * 37 % 0x78);  // finite
  for (auto _ : state) {
    kernels::decode(std::span<const std::uint8_t>(codes.data(), codes.size()),
                    std::span(out.data(), out.size()), format);
    benchmark::ClobberMemory();
  }
  count_bytes(state, 2 * place.bytes);
}

template <class T>
void register_carrier(const Place& place, const std::string& carrier) {
  for (const std::string target : {"AVX3", "AVX2"}) {
    for (const Format& format : {e4m3fn, e5m2, e4m3fnuz}) {
      const std::string codes(format.name.view());
      add(place, target, carrier + " to codes of " + codes,
          [=, &place](benchmark::State& s) { encode<T>(s, place, target, format); });
      add(place, target, carrier + " from codes of " + codes,
          [=, &place](benchmark::State& s) { decode<T>(s, place, target, format); });
    }
  }
}

}  // namespace

void register_codes_benchmarks() {
  for (const Place& place : kPlaces) {
    register_carrier<float>(place, "binary32");
    register_carrier<double>(place, "binary64");
  }
}

}  // namespace halfulp::bench
