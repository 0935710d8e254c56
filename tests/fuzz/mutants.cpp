// Inputs made from others by small skipped_places, the same everywhere.
#include "tests/fuzz/mutants.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace topomorph::fuzz {

namespace {

/// What breaks readers of numbers, lists and names.
constexpr std::array<std::string_view, 16> kWords = {"0",
                                                     "-1",
                                                     "1.5",
                                                     "4294967296",
                                                     "18446744073709551615",
                                                     "18446744073709551616",
                                                     "1e308",
                                                     "nan",
                                                     ":",
                                                     ",",
                                                     "[",
                                                     "\n",
                                                     "\"",
                                                     " ",
                                                     std::string_view("\0", 1),
                                                     "\xff"};

}  // namespace

std::string_view Mutants::piece_of(std::string_view text) {
  const std::size_t begin = below(text.size() + 1);
  return text.substr(begin, below(std::min<std::size_t>(text.size() - begin, 64) + 1));
}

void Mutants::damage(std::string& text) {
  const std::size_t at = below(text.size() + 1);
  const std::size_t length = piece_of(std::string_view(text).substr(at)).size();
  switch (below(6)) {
    case 0:
      if (at < text.size()) text[at] = static_cast<char>(text[at] ^ (1 << below(8)));
      break;
    case 1:
      if (at < text.size()) text[at] = static_cast<char>(below(256));
      break;
    case 2:
      text.erase(at, length);
      break;
    case 3:
      text.insert(at, text.substr(at, length));
      break;
    case 4:
      text.replace(at, std::min(length, below(4)), kWords[below(kWords.size())]);
      break;
    default:
      text.replace(at, length, piece_of(inputs_[below(inputs_.size())]));
  }
}

std::string Mutants::next() {
  std::string text = inputs_[below(inputs_.size())];
  for (std::size_t left = 1 + below(4); left > 0; --left) damage(text);
  return text;
}

}  // namespace topomorph::fuzz
