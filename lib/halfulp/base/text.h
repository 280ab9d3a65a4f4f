#pragma once

#include <cstdint>
#include <string>

namespace halfulp {

// Text that is the same in every locale and floating-point environment. Infinities and NaNs
// are "Infinity", "-Infinity" and "NaN", whatever its sign; -0 keeps its sign.

// The shortest decimal that reads back as x.
std::string shortest(double x);

// C99 hexadecimal, lower case, shortest exact form: "0x1.8p+1".
std::string hex_float(double x);

// Upper case, without leading zeros: "0x1F".
std::string hex(std::uint64_t code);

}  // namespace halfulp
