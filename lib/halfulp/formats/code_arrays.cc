#include "halfulp/formats/code_arrays.h"

#include <stdexcept>
#include <string>

#include "halfulp/formats/codec.h"
#include "halfulp/formats/registry.h"

namespace halfulp {
namespace {

// Calls body(i) for each index; where it refuses an element, says which.
template <class Body>
void for_each_index(std::size_t size, Body body) {
  std::size_t i = 0;
  try {
    for (; i < size; ++i) body(i);
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument("element " + std::to_string(i) + ": " + error.what());
  }
}

void require_equal_sizes(std::size_t in, std::size_t out) {
  if (in == out) return;
  throw std::invalid_argument("the sizes of the input, " + std::to_string(in) +
                              ", and of the output, " + std::to_string(out) +
                              ", differ");
}

template <class Code>
void require_width(const Format& format) {
  constexpr int kBits = 8 * sizeof(Code);
  if (format.width <= kBits) return;
  throw std::invalid_argument("codes of " + std::string(format.name.view()) + " have " +
                              std::to_string(format.width) +
                              " bits, which integers of " + std::to_string(kBits) +
                              " do not hold");
}

}  // namespace

template <class Code>
void decode(std::span<const Code> codes, std::span<double> out, const Format& format) {
  require_valid(format);
  require_equal_sizes(codes.size(), out.size());
  require_width<Code>(format);
  for_each_index(codes.size(), [&](std::size_t i) {
    out[i] = decode(std::uint64_t{codes[i]}, format);
  });
}

template <class Code>
void encode(std::span<const double> values, std::span<Code> out, const Format& format) {
  require_valid(format);
  require_equal_sizes(values.size(), out.size());
  require_width<Code>(format);
  for_each_index(values.size(), [&](std::size_t i) {
    out[i] = static_cast<Code>(encode(values[i], format));
  });
}

template void decode(std::span<const std::uint8_t>, std::span<double>, const Format&);
template void decode(std::span<const std::uint16_t>, std::span<double>, const Format&);
template void decode(std::span<const std::uint32_t>, std::span<double>, const Format&);
template void decode(std::span<const std::uint64_t>, std::span<double>, const Format&);
template void encode(std::span<const double>, std::span<std::uint8_t>, const Format&);
template void encode(std::span<const double>, std::span<std::uint16_t>, const Format&);
template void encode(std::span<const double>, std::span<std::uint32_t>, const Format&);
template void encode(std::span<const double>, std::span<std::uint64_t>, const Format&);

}  // namespace halfulp
