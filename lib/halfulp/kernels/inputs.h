#pragma once

#include <span>

#include "halfulp/formats/format.h"
#include "halfulp/rounding/rounding_rule.h"

namespace halfulp::kernels {

// Throws std::invalid_argument naming index and value of the first element, float or double,
// that the rule makes an error.
template <class T>
void require_inputs(std::span<const T> in, const Format& format,
                    const RoundingRule& rule);

}  // namespace halfulp::kernels
