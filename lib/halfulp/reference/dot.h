#pragma once

#include <span>

#include "halfulp/base/matrix.h"
#include "halfulp/formats/named_formats.h"
#include "halfulp/rounding/rounding_rule.h"

namespace halfulp::reference {

// The exact sum of x[i]*y[i], rounded once to `format`: the judge. MPFR forms the exact
// products and sums them exactly, so the result depends on no order. An exact zero has the
// sign that IEEE 754-2019, 6.3 gives a sum in the mode of the rule; no terms give +0.
// Infinite and NaN inputs as in IEEE 754 arithmetic, every NaN the canonical positive one.
// The products' range is unbounded: no overflow or underflow but that of the result.
// Throws std::invalid_argument if the lengths differ, for an invalid format, a stochastic
// mode, and where the rule makes an infinite or NaN sum an error. Takes 56 bytes a term
// while it works.
double dot(std::span<const double> x, std::span<const double> y,
           const Format& format = fp64, const RoundingRule& rule = {});

// The exact sum of x[i], rounded once.
double sum(std::span<const double> x, const Format& format = fp64,
           const RoundingRule& rule = {});

// The exact product of a (m x k) and b (k x n), every element rounded once. The rows are
// shared out among `threads` threads; the result does not depend on their number. Throws
// std::invalid_argument as dot does, for shapes that do not fit, and for threads not from
// 1 to 1024. Takes 56 bytes an element of b while it works.
Matrix matmul(const MatrixView& a, const MatrixView& b, const Format& format = fp64,
              const RoundingRule& rule = {}, int threads = 1);

}  // namespace halfulp::reference
