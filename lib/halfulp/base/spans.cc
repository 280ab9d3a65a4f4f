#include "halfulp/base/spans.h"

#include <functional>
#include <stdexcept>
#include <string>

namespace halfulp {
namespace {

using Bytes = std::span<const std::byte>;

bool overlap(Bytes x, Bytes y) {
  if (x.empty() || y.empty()) return false;
  const std::less<const std::byte*> before;
  return before(x.data(), y.data() + y.size()) && before(y.data(), x.data() + x.size());
}

}  // namespace

void require_equal_sizes(std::size_t in, std::size_t out) {
  if (in == out) return;
  throw std::invalid_argument("the sizes of the input, " + std::to_string(in) +
                              ", and of the output, " + std::to_string(out) +
                              ", differ");
}

void require_apart(Bytes x, std::string_view x_name, Bytes y, std::string_view y_name) {
  if (!overlap(x, y)) return;
  throw std::invalid_argument(std::string(x_name) + " and " + std::string(y_name) +
                              " overlap; pass arrays that do not");
}

void require_same_or_apart(Bytes in, Bytes out) {
  if (in.data() == out.data() && in.size() == out.size()) return;
  if (!overlap(in, out)) return;
  throw std::invalid_argument(
      "the input and the output overlap but are not the same; work in place or "
      "elsewhere");
}

}  // namespace halfulp
