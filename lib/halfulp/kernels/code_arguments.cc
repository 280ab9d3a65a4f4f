#include "halfulp/kernels/code_arguments.h"

#include <stdexcept>
#include <string>

namespace halfulp::kernels {

void require_width(const Format& format, int code_bits) {
  if (format.width <= code_bits) return;
  throw std::invalid_argument("codes of " + std::string(format.name.view()) + " have " +
                              std::to_string(format.width) +
                              " bits, which integers of " + std::to_string(code_bits) +
                              " do not hold");
}

}  // namespace halfulp::kernels
