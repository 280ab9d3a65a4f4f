#pragma once

#include <functional>
#include <span>

#include "halfulp/formats/format.h"
#include "halfulp/rounding/rounding_rule.h"

namespace halfulp::kernels {

// Throws std::invalid_argument naming index and value of the first element, float or double,
// that the rule makes an error. std::invalid_argument unless 1 <= threads <= 1024.
template <class T>
void require_inputs(std::span<const T> in, const Format& format,
                    const RoundingRule& rule, int threads);

// The same where `nan` throws if NaNs are an error, and `infinity(negative)` if infinities of
// the sign are; what they say is the reason.
template <class T>
void require_inputs(std::span<const T> in, const std::function<void()>& nan,
                    const std::function<void(bool)>& infinity, int threads);

// Throws std::invalid_argument naming index and value of the first code, of 8 to 64 bits,
// that stands for nothing. Looks at them only where there may be such codes.
template <class Code>
void require_codes(std::span<const Code> codes, const Format& format, int threads);

}  // namespace halfulp::kernels
