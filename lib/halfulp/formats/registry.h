#pragma once

#include <span>
#include <string_view>

#include "halfulp/base/words.h"
#include "halfulp/formats/format.h"

namespace halfulp {

// All named formats, widest first.
std::span<const Format> named_formats();

// The other spellings of a named format: IEEE, ml_dtypes, LLVM and OCP names.
std::span<const std::string_view> aliases_of(const Format& format);

// The named format that `name` spells, canonically or as an alias; letter case is ignored.
// Throws std::invalid_argument naming the nearest known name.
const Format& format_named(std::string_view name);

// Returns `format` if it is valid, else throws std::invalid_argument saying which parameter
// is wrong and with which value.
const Format& require_valid(const Format& format);

// The names of enumerators, for word_of and parse_word (base/words.h).
std::span<const Word<Specials>> specials_words();
std::span<const Word<Encoding>> encoding_words();

}  // namespace halfulp
