// Finds the known word that is most similar to a mistyped one.
#pragma once

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <string_view>
#include <vector>

namespace topomorph::inline base {

/// Returns the number of letters to insert, delete, replace or exchange with their neighbour to turn one word into the
/// other [Damerau 1964], touching each place once. Ignores upper and lower case.
inline std::size_t slips_between(std::string_view a, std::string_view b) {
  const auto equal = [&](std::size_t i, std::size_t j) {
    return std::tolower(static_cast<unsigned char>(a[i])) == std::tolower(static_cast<unsigned char>(b[j]));
  };
  std::vector<std::size_t> before(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) above[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (equal(i - 1, j - 1) ? 0 : 1)});
      const bool exchanged = i > 1 && j > 1 && equal(i - 1, j - 2) && equal(i - 2, j - 1);
      if (exchanged) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before.swap(above);
    above.swap(row);
  }
  return above[b.size()];
}

/// Returns the candidate with the fewest slips; empty if even this one differs in more than a third of its letters.
template <class Candidates>
std::string_view nearest(std::string_view word, const Candidates& candidates) {
  std::string_view best;
  std::size_t fewest = word.size() + 1;
  for (const std::string_view candidate : candidates) {
    const std::size_t slips = slips_between(word, candidate);
    const bool is_near = slips <= std::max<std::size_t>(1, std::max(word.size(), candidate.size()) / 3);
    if (is_near && slips < fewest) {
      best = candidate;
      fewest = slips;
    }
  }
  return best;
}

}  // namespace topomorph::inline base
