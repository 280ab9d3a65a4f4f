#pragma once

#include <span>

namespace halfulp::kernels {

// Bounds on the finite numbers of an array: each is a multiple of 2^lowest below 2^top in
// magnitude and has at most `precision` significant bits. They tell, from the data rather
// than from its format, which products are exact. Without nonzero numbers the values below.
struct Extent {
  int precision = 0;
  int lowest = 4096;
  int top = -4096;
};

// The bounds of precision and top are tight; that of lowest is tight if all numbers have
// `precision` bits. Binary64's subnormals count as having 53 bits.
Extent extent_of(std::span<const double> numbers);

// Whether T (float or double) holds every number.
template <class T>
bool fits(const Extent& extent);

// Whether T holds every product of one number of each.
template <class T>
bool products_fit(const Extent& x, const Extent& y);

}  // namespace halfulp::kernels
