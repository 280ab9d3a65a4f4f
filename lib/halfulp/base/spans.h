#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace halfulp {

// What functions of arrays ask of their inputs and outputs: std::invalid_argument otherwise.

void require_equal_sizes(std::size_t in, std::size_t out);

// No byte of both. The names are for the message.
void require_apart(std::span<const std::byte> x, std::string_view x_name,
                   std::span<const std::byte> y, std::string_view y_name);

// The same elements, for work in place, or none of both.
void require_same_or_apart(std::span<const std::byte> in,
                           std::span<const std::byte> out);

// One span each, of any elements: an input and an output of the same number of elements.
template <class In, class Out>
void require_apart(std::span<In> in, std::span<Out> out) {
  require_equal_sizes(in.size(), out.size());
  require_apart(std::as_bytes(in), "the input", std::as_bytes(out), "the output");
}

template <class T>
void require_same_or_apart(std::span<const T> in, std::span<T> out) {
  require_equal_sizes(in.size(), out.size());
  require_same_or_apart(std::as_bytes(in), std::as_bytes(out));
}

}  // namespace halfulp
