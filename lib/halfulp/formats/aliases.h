#pragma once

#include <span>
#include <string_view>

namespace halfulp {

struct Alias {
  std::string_view alias;
  std::string_view name;
};

// All other spellings of named formats, those of one format together. They differ in more
// than letter case, from each other and from the names.
std::span<const Alias> format_aliases();

}  // namespace halfulp
