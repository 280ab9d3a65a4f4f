#include "halfulp/base/words.h"

#include <algorithm>
#include <stdexcept>

namespace halfulp {
namespace {

char lower(char c) {
  return 'A' <= c && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool same_letter(char a, char b) { return lower(a) == lower(b); }

// Optimal string alignment distance, by the three-row dynamic programme.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> two_back(b.size() + 1), previous(b.size() + 1),
      row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) previous[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substitution = same_letter(a[i - 1], b[j - 1]) ? 0 : 1;
      row[j] =
          std::min({previous[j] + 1, row[j - 1] + 1, previous[j - 1] + substitution});
      if (i > 1 && j > 1 && same_letter(a[i - 1], b[j - 2]) &&
          same_letter(a[i - 2], b[j - 1])) {
        row[j] = std::min(row[j], two_back[j - 2] + 1);
      }
    }
    two_back.swap(previous);
    previous.swap(row);
  }
  return previous[b.size()];
}

std::size_t common_prefix(std::string_view a, std::string_view b) {
  const auto end = std::mismatch(a.begin(), a.end(), b.begin(), b.end(), same_letter);
  return static_cast<std::size_t>(end.first - a.begin());
}

}  // namespace

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), same_letter);
}

std::string_view nearest_name(std::string_view given,
                              std::span<const std::string_view> known) {
  // With more than half its letters changed it is a different word, not a misspelling.
  std::size_t nearest_distance = given.size() / 2;
  std::string_view nearest;
  for (std::string_view name : known) {
    const std::size_t distance = edit_distance(given, name);
    if (distance > nearest_distance) continue;
    if (distance == nearest_distance && !nearest.empty() &&
        common_prefix(given, name) <= common_prefix(given, nearest)) {
      continue;
    }
    nearest_distance = distance;
    nearest = name;
  }
  return nearest;
}

void throw_unknown_name(std::string_view kind, std::string_view given,
                        std::span<const std::string_view> known,
                        std::span<const std::string_view> aliases) {
  std::string message =
      "unknown " + std::string(kind) + " '" + std::string(given) + "'";
  // Names first: of two that are equally near, the canonical one is suggested.
  std::vector<std::string_view> spellings(known.begin(), known.end());
  spellings.insert(spellings.end(), aliases.begin(), aliases.end());
  const std::string_view nearest = nearest_name(given, spellings);
  if (!nearest.empty()) message += "; did you mean '" + std::string(nearest) + "'?";
  message += nearest.empty() ? "; known: " : " known: ";
  for (std::size_t i = 0; i < known.size(); ++i) {
    message += (i == 0 ? "" : ", ") + std::string(known[i]);
  }
  throw std::invalid_argument(message);
}

}  // namespace halfulp
