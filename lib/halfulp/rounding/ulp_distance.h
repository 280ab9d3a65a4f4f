#pragma once

#include <span>

#include "halfulp/formats/format.h"

namespace halfulp {

// How many steps from a member of `format` to the next one lead from x to y: 0 for equal
// numbers, 1 for neighbours, through zero where the signs differ. +0 and -0 are one point,
// and an infinity of the format is one step beyond its last number. NaN if x or y is NaN.
//
// Exact up to 2^53; beyond, which only formats of more than 53 bits reach, rounded to
// nearest. Throws std::invalid_argument for an invalid format, and for an x or y that is no
// member of it: round first (rounding/round.h).
double ulp_distance(double x, double y, const Format& format);

// The same, element by element. `out` may be x or y. Throws std::invalid_argument too if the
// sizes differ, if `out` overlaps x or y without being it, and unless 1 <= threads <= 1024, on
// which nothing depends; it names the first element that is no member. Then nothing has been
// written.
void ulp_distance(std::span<const double> x, std::span<const double> y,
                  std::span<double> out, const Format& format, int threads = 1);

}  // namespace halfulp
