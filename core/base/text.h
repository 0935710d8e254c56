// Text from people, for them and for their shells: blanks, capitals, volumes, percentages, plurals, words of a
// command, and the known word most similar to a mistyped one.
#pragma once

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace topomorph::inline base {

/// Returns the text with its ASCII capitals as small letters.
inline std::string lower_case(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

/// Returns the text without the blanks at its ends.
inline std::string_view trimmed(std::string_view text, std::string_view blanks = " \t") {
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) + 1 - first);
}

/// Returns the text, or its first bytes and "…": a message that quotes a file must not repeat all of it.
inline std::string beginning_of(std::string_view text) {
  constexpr std::size_t kMost = 60;
  return text.size() <= kMost ? std::string(text) : std::string(text.substr(0, kMost)) + "…";
}

/// Removes `prefix` from the start of the text. Returns false if it is not there.
inline bool take_prefix(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

/// Removes the text up to the mark, and the mark, from the start of the text. Returns what stood before it; all of the
/// text if it has none.
inline std::string_view take_until(std::string_view& text, char mark) {
  const std::string_view taken = text.substr(0, text.find(mark));
  text.remove_prefix(std::min(taken.size() + 1, text.size()));
  return taken;
}

/// Returns "a, b, c": what `text_of`, a function or a member, gives for each element.
template <class Range, class TextOf>
std::string listed(const Range& range, TextOf text_of) {
  std::string list;
  for (const auto& each : range) {
    if (!list.empty()) list += ", ";
    list += std::invoke(text_of, each);
  }
  return list;
}

/// Returns "nodes", "switches", "leaf switches".
inline std::string plural(std::string_view name) {
  const bool hissing = name.ends_with("ch") || name.ends_with("sh") || name.ends_with('s') || name.ends_with('x');
  return std::string(name).append(hissing ? "es" : "s");
}

/// Returns "1 rank", "2 switches".
inline std::string counted(std::uint64_t number, std::string_view name) {
  return std::to_string(number) + " " + (number == 1 ? std::string(name) : plural(name));
}

/// Returns bytes in decimal units with up to three digits: "83 B", "1.25 kB", "513 MB".
std::string volume_text(std::uint64_t bytes);

/// Returns a number with that many digits that count, but never fewer than its whole part has, and never an exponent:
/// "1234567", "99.6", "0.00034". Rounds to millionths.
std::string plain_text(double value, int digits);

/// Returns the change between two volumes in percent with its sign: "-73 %"; "0 %" if `before` is 0.
std::string change_text(std::uint64_t before, std::uint64_t after);

/// Returns a change in whole percent, rounded to the nearest. Every change that people read is formatted here.
std::string change_text(double percent);

/// Returns "4.9 % is under 5 %". Rounds down: 4.96 % must not become "5.0 % is under 5 %".
std::string under_text(double percent, double limit);

/// Returns the number of letters to insert, delete, replace or exchange with their neighbour to turn one word into the
/// other [Damerau 1964], touching each place once. Ignores upper and lower case.
inline std::size_t edit_distance(std::string_view a, std::string_view b) {
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
std::string_view nearest_word(std::string_view word, const Candidates& candidates) {
  std::string_view best;
  std::size_t fewest = word.size() + 1;
  for (const std::string_view candidate : candidates) {
    const std::size_t slips = edit_distance(word, candidate);
    const bool is_near = slips <= std::max<std::size_t>(1, std::max(word.size(), candidate.size()) / 3);
    if (is_near && slips < fewest) {
      best = candidate;
      fewest = slips;
    }
  }
  return best;
}

/// Returns the text as it is if no shell makes anything else of it, else in single quotes. Different texts give
/// different words.
std::string shell_word(const std::string& text);

/// The same for a path, which becomes no option either: "-r" is "./-r".
std::string shell_path(const std::string& path);

}  // namespace topomorph::inline base
