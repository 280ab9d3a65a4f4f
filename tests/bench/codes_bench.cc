// Encoding binary32 or binary64 numbers to codes, and decoding, beside std::memcpy of the
// numbers.

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "bench/bench.h"
#include "halfulp/formats/named_formats.h"
#include "halfulp/kernels/codes.h"
#include "halfulp/kernels/targets.h"

namespace halfulp::bench {
namespace {

struct Case {
  Format format;
  RoundingRule rule = {.overflow = Overflow::saturate_finite};
  const char* rule_name = "";
};

// One of each kind of layout, and one of each kind of rounding.
const std::vector<Case>& byte_cases() {
  static const std::vector<Case> all = {
      {e4m3fn},
      {e5m2},
      {e4m3fnuz},
      {e2m1fn},
      {ue4m3},
      {e8m0fnu},
      {e6m2u},
      {mxint8},
      {hif8},
      {Binary8p1se},
      {e5m2, {}, ", ieee"},
      {e4m3fn, {.mode = Rounding::toward_zero}, " toward_zero"},
      {e4m3fn, {.mode = Rounding::stochastic}, " stochastic"},
  };
  return all;
}

const std::vector<Case>& wider_cases() {
  static const std::vector<Case> all = {{fp16}, {bf16}, {dlfloat16}, {fp24_e7m16}};
  return all;
}

// Normally distributed numbers, positive for formats without a sign.
template <class T>
AlignedArray<T> numbers_for(const Format& format, std::size_t size) {
  auto numbers = normal_numbers<T>(size);
  for (std::size_t i = 0; i < size && !format.has_sign; ++i)
    numbers.data()[i] = std::abs(numbers.data()[i]);
  return numbers;
}

template <class T, class Code>
void encode(benchmark::State& state, const Place& place, const std::string& target,
            const Case& c) {
  const kernels::ForcedTarget forced(target);
  const auto in = numbers_for<T>(c.format, place.bytes / sizeof(T));
  const AlignedArray<Code> codes(in.size());
  for (auto _ : state) {
    kernels::encode(std::span<const T>(in.data(), in.size()),
                    std::span(codes.data(), codes.size()), c.format, c.rule,
                    {.key = 1, .generator = Generator::fast_hash});
    benchmark::ClobberMemory();
  }
  // The time is counted as if the numbers were copied: the codes are shorter.
  count_bytes(state, 2 * place.bytes);
}

template <class T, class Code>
void decode(benchmark::State& state, const Place& place, const std::string& target,
            const Case& c) {
  const kernels::ForcedTarget forced(target);
  const AlignedArray<T> out(place.bytes / sizeof(T));
  const AlignedArray<Code> codes(out.size());
  const auto numbers = numbers_for<T>(c.format, out.size());
  kernels::encode(std::span<const T>(numbers.data(), numbers.size()),
                  std::span(codes.data(), codes.size()), c.format,
                  {.overflow = Overflow::saturate_finite});
  for (auto _ : state) {
    kernels::decode(std::span<const Code>(codes.data(), codes.size()),
                    std::span(out.data(), out.size()), c.format);
    benchmark::ClobberMemory();
  }
  count_bytes(state, 2 * place.bytes);
}

template <class T, class Code>
void register_case(const Place& place, const std::string& carrier, const Case& c) {
  const std::string codes = " codes of " + std::string(c.format.name.view());
  for (const std::string target : {"AVX3", "AVX2"}) {
    add(place, target, carrier + " to" + codes + c.rule_name,
        [=, &place](benchmark::State& s) { encode<T, Code>(s, place, target, c); });
    if (*c.rule_name != '\0') continue;
    add(place, target, carrier + " from" + codes,
        [=, &place](benchmark::State& s) { decode<T, Code>(s, place, target, c); });
  }
}

template <class T>
void register_carrier(const Place& place, const std::string& carrier) {
  for (const Case& c : byte_cases()) register_case<T, std::uint8_t>(place, carrier, c);
  for (const Case& c : wider_cases()) {
    if (c.format.width <= 16)
      register_case<T, std::uint16_t>(place, carrier, c);
    else
      register_case<T, std::uint32_t>(place, carrier, c);
  }
}

}  // namespace

void register_codes_benchmarks() {
  for (const Place& place : kPlaces) {
    register_carrier<float>(place, "binary32");
    register_carrier<double>(place, "binary64");
    register_case<double, std::uint64_t>(place, "binary64", {fp64});
  }
}

}  // namespace halfulp::bench
