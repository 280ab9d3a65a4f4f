#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace halfulp {

// Whether two names are the same but for the case of ASCII letters, in every locale.
bool equal_ignoring_case(std::string_view a, std::string_view b);

// The known name that is fewest edits (insertions, deletions, substitutions, exchanges of
// neighbours) away from `given`, letter case aside; of several the one that begins like
// `given` for longest. Empty if all need more edits than half its letters.
std::string_view nearest_name(std::string_view given,
                              std::span<const std::string_view> known);

// Throws std::invalid_argument: "unknown KIND 'GIVEN'; did you mean 'X'? known: ...". The
// suggestion is one of the known names or of their aliases, which are not listed.
[[noreturn]] void throw_unknown_name(std::string_view kind, std::string_view given,
                                     std::span<const std::string_view> known,
                                     std::span<const std::string_view> aliases = {});

// One spelling of an enumerator, used in C++, Python, JSON and on the command line.
template <class Enum>
struct Word {
  Enum value;
  std::string_view name;
};

// The first name of `value` in the table; empty if there is none.
template <class Enum>
std::string_view word_of(Enum value, std::span<const Word<Enum>> words) {
  for (const Word<Enum>& word : words) {
    if (word.value == value) return word.name;
  }
  return {};
}

// The enumerator that `name` spells; throws std::invalid_argument naming the nearest one.
template <class Enum>
Enum parse_word(std::string_view kind, std::string_view name,
                std::span<const Word<Enum>> words) {
  std::vector<std::string_view> known;
  for (const Word<Enum>& word : words) {
    if (word.name == name) return word.value;
    known.push_back(word.name);
  }
  throw_unknown_name(kind, name, known);
}

}  // namespace halfulp
