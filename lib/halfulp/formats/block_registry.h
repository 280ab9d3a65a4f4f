#pragma once

#include <span>
#include <string_view>

#include "halfulp/base/words.h"
#include "halfulp/formats/block_format.h"

namespace halfulp {

// All named block formats, those with the widest elements first.
std::span<const BlockFormat> named_block_formats();

// The other spellings of a named block format; empty for others.
std::span<const std::string_view> aliases_of(const BlockFormat& format);

// The document that defines a named block format, and what it leaves open; empty for others.
std::string_view source_of(const BlockFormat& format);

// The block format that `name` spells, canonically or as an alias; letter case is ignored.
// Throws std::invalid_argument naming the nearest known name.
const BlockFormat& block_format_named(std::string_view name);

// Returns `format` if it is valid, else throws std::invalid_argument saying what is wrong.
const BlockFormat& require_valid(const BlockFormat& format);

// The names of enumerators, for word_of and parse_word (base/words.h).
std::span<const Word<ScaleRule>> scale_rule_words();

}  // namespace halfulp
