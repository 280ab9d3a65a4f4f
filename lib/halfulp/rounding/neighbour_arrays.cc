#include "halfulp/rounding/neighbour_arrays.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace halfulp {
namespace {

template <class Function>
void map(std::span<const double> x, std::span<double> out, Function function) {
  if (x.size() != out.size()) {
    throw std::invalid_argument("the sizes of the input, " + std::to_string(x.size()) +
                                ", and of the output, " + std::to_string(out.size()) +
                                ", differ");
  }
  std::transform(x.begin(), x.end(), out.begin(), function);
}

}  // namespace

void ulp(std::span<const double> x, std::span<double> out, const Format& format) {
  map(x, out, [&](double value) { return ulp(value, format); });
}

void next_up(std::span<const double> x, std::span<double> out, const Format& format) {
  map(x, out, [&](double value) { return next_up(value, format); });
}

void next_down(std::span<const double> x, std::span<double> out, const Format& format) {
  map(x, out, [&](double value) { return next_down(value, format); });
}

}  // namespace halfulp
