#pragma once

#include <span>
#include <string_view>

#include "halfulp/base/words.h"
#include "halfulp/formats/format.h"

namespace halfulp {

// All of formats/named_formats.h, widest first.
std::span<const Format> named_formats();

// The other spellings of a named format, those of IEEE 754, NumPy and ml_dtypes, torch, C,
// LLVM and MLIR, OCP and Triton; empty for other formats.
std::span<const std::string_view> aliases_of(const Format& format);

// The document that defines a named format or one of IEEE P3109, and what it leaves open;
// empty for other formats.
std::string_view source_of(const Format& format);

// The format that `name` spells, canonically, as an alias or as one of IEEE P3109
// (formats/p3109.h); letter case is ignored. "e4m3" is the format laid out like IEEE 754,
// with 240 as its largest number: where it might mean e4m3fn (448), as in OCP OFP8, ask the
// user. Throws std::invalid_argument naming the nearest known name.
Format format_named(std::string_view name);

// Returns `format` if it is valid, else throws std::invalid_argument saying which parameter
// is wrong and with which value.
const Format& require_valid(const Format& format);

// The names of enumerators, for word_of and parse_word (base/words.h).
std::span<const Word<Specials>> specials_words();
std::span<const Word<Encoding>> encoding_words();

}  // namespace halfulp
