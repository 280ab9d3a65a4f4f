#include "halfulp/kernels/code_arguments.h"

#include <stdexcept>
#include <string>

namespace halfulp::kernels {

void require_equal_sizes(std::size_t in, std::size_t out) {
  if (in == out) return;
  throw std::invalid_argument("the sizes of the input, " + std::to_string(in) +
                              ", and of the output, " + std::to_string(out) +
                              ", differ");
}

void require_width(const Format& format, int code_bits) {
  if (format.width <= code_bits) return;
  throw std::invalid_argument("codes of " + std::string(format.name.view()) + " have " +
                              std::to_string(format.width) +
                              " bits, which integers of " + std::to_string(code_bits) +
                              " do not hold");
}

}  // namespace halfulp::kernels
