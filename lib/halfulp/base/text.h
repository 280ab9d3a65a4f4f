#pragma once

#include <cstdint>
#include <string>

namespace halfulp {

// The shortest decimal that reads back as x; "NaN", "Infinity", "-Infinity" otherwise.
std::string shortest(double x);

// C99 hexadecimal, lower case, shortest exact form: "0x1.8p+1".
std::string hex_float(double x);

// "0x1F"
std::string hex(std::uint64_t code);

}  // namespace halfulp
