#include "halfulp/base/words.h"

#include <algorithm>
#include <cctype>
#include <stdexcept>

namespace halfulp {
namespace {

char lower(char c) {
  return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

// Optimal string alignment distance, by the three-row dynamic programme.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> two_back(b.size() + 1), previous(b.size() + 1),
      row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) previous[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = lower(a[i - 1]) == lower(b[j - 1]);
      row[j] = std::min(
          {previous[j] + 1, row[j - 1] + 1, previous[j - 1] + (same ? 0u : 1u)});
      if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) &&
          lower(a[i - 2]) == lower(b[j - 1])) {
        row[j] = std::min(row[j], two_back[j - 2] + 1);
      }
    }
    two_back.swap(previous);
    previous.swap(row);
  }
  return previous[b.size()];
}

}  // namespace

std::string_view nearest_name(std::string_view given,
                              std::span<const std::string_view> known) {
  std::string_view nearest;
  // More than half the letters changed is a different word, not a misspelling.
  std::size_t best = std::max<std::size_t>(2, given.size() / 2) + 1;
  for (std::string_view name : known) {
    const std::size_t distance = edit_distance(given, name);
    if (distance < best) {
      best = distance;
      nearest = name;
    }
  }
  return nearest;
}

void throw_unknown_name(std::string_view kind, std::string_view given,
                        std::span<const std::string_view> known) {
  std::string message =
      "unknown " + std::string(kind) + " '" + std::string(given) + "'";
  const std::string_view nearest = nearest_name(given, known);
  if (!nearest.empty()) message += "; did you mean '" + std::string(nearest) + "'?";
  message += nearest.empty() ? "; known: " : " known: ";
  for (std::size_t i = 0; i < known.size(); ++i) {
    message += (i == 0 ? "" : ", ") + std::string(known[i]);
  }
  throw std::invalid_argument(message);
}

}  // namespace halfulp
