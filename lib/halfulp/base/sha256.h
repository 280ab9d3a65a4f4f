#pragma once

#include <string>
#include <string_view>

namespace halfulp {

// The SHA-256 digest of the bytes (FIPS 180-4, section 6.2), as 64 lower-case hexadecimal
// digits: the fingerprint of a result.
std::string sha256(std::string_view bytes);

}  // namespace halfulp
