#include "halfulp/metrics/pairs.h"

#include <stdexcept>
#include <string>

namespace halfulp::metrics {

Pairs::Pairs(std::span<const double> actual, std::span<const double> reference)
    : actual_(actual), reference_(reference) {
  if (actual.size() != reference.size()) {
    throw std::invalid_argument(
        "actual has " + std::to_string(actual.size()) + " elements and reference " +
        std::to_string(reference.size()) + "; a metric compares them pair by pair");
  }
  for (std::size_t i = 0; i < actual.size(); ++i) {
    const double x = actual[i];
    const double r = reference[i];
    if (is_infinite(x) && bits_of(x) == bits_of(r)) {
      ++skipped_;
    } else if (is_infinite(x) || is_infinite(r) || is_not_a_number(x) ||
               is_not_a_number(r)) {
      comparable_ = false;
    }
  }
}

}  // namespace halfulp::metrics
