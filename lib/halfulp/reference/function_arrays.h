#pragma once

#include <span>

#include "halfulp/reference/functions.h"

namespace halfulp::reference {

// evaluate(function, in[i], format, rule), element by element, the elements shared out among
// `threads` threads; the result does not depend on their number. `in` and `out` may be the
// same span. Throws std::invalid_argument if the sizes differ or the spans overlap without
// being the same, and then nothing has been written; and where evaluate does, when what has
// been written is unspecified.
void evaluate(Function function, std::span<const double> in, std::span<double> out,
              const Format& format = fp64, const RoundingRule& rule = {},
              int threads = 1);

}  // namespace halfulp::reference
