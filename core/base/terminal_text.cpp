// Finds characters of UTF-8, and replaces those that a terminal would obey. Needs nothing of the C++ library's
// run-time, so nothing that may throw or is checked: the front and Slurm's plugin have it.
#include "core/base/terminal_text.h"

#include <algorithm>
#include <iterator>

namespace topomorph::inline base {

namespace {

struct Range {
  char32_t first, last;
};

/// In ascending order [Unicode, chapter 23].
constexpr Range kReplaced[] = {
    {0x00, 0x1f},        // controls, C0
    {0x7f, 0x9f},        // delete, and the controls C1: U+009B begins a sequence as ESC [ does
    {0xad, 0xad},        // soft hyphen, which takes no place
    {0x61c, 0x61c},      // mark of direction
    {0x115f, 0x1160},    // fillers, as U+3164 and U+FFA0: they look like nothing
    {0x180b, 0x180e},    // no width
    {0x200b, 0x200f},    // no width; marks of direction
    {0x2028, 0x202e},    // ends of lines and paragraphs; embeddings of direction
    {0x2060, 0x206f},    // no width; isolates of direction
    {0x3164, 0x3164},    // filler
    {0xfe00, 0xfe0f},    // variants of the character before, no width
    {0xfeff, 0xfeff},    // no width
    {0xffa0, 0xffa0},    // filler
    {0xfff9, 0xfffb},    // notes between lines
    {0xe0000, 0xe007f},  // tags: a text nobody sees
};

bool is_replaced(char32_t code) {
  return std::any_of(std::begin(kReplaced), std::end(kReplaced),
                     [code](const Range& range) { return range.first <= code && code <= range.last; });
}

bool is_plain(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= ' ' && byte < 0x7f;
}

struct Character {
  std::size_t length;
  bool stays;
};

/// Returns what stands at the start of a text that is not empty; a byte that begins no character is one by itself.
Character first_of(std::string_view text, Newlines newlines) {
  if (is_plain(*text.data())) return {1, true};
  if (*text.data() == '\n') return {1, newlines == Newlines::Kept};
  const std::size_t length = utf8_length(text);
  return length == 0 ? Character{1, false} : Character{length, !is_replaced(utf8_code({text.data(), length}))};
}

}  // namespace

std::size_t make_fit_for_terminal(char* text, std::size_t length, Newlines newlines) noexcept {
  char* end = text;  // never behind what is read
  for (std::size_t at = 0; at < length;) {
    const Character next = first_of({text + at, length - at}, newlines);
    if (next.stays) {
      end = std::copy_n(text + at, next.length, end);
    } else {
      *end++ = text[at] == '\t' ? ' ' : '?';
    }
    at += next.length;
  }
  return static_cast<std::size_t>(end - text);
}

namespace {

bool continues(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

/// Some first bytes allow fewer second ones: no overlong forms, no surrogates, nothing above U+10FFFF.
bool may_follow(unsigned char first, char second) {
  const auto byte = static_cast<unsigned char>(second);
  const bool is_low = first == 0xe0 ? byte < 0xa0 : first == 0xf0 && byte < 0x90;
  const bool is_high = first == 0xed ? byte > 0x9f : first == 0xf4 && byte > 0x8f;
  return !is_low && !is_high;
}

}  // namespace

std::size_t utf8_length(std::string_view text) noexcept {
  const auto first = static_cast<unsigned char>(*text.data());
  const std::size_t length = first < 0x80   ? 1
                             : first < 0xc2 ? 0
                             : first < 0xe0 ? 2
                             : first < 0xf0 ? 3
                             : first < 0xf5 ? 4
                                            : 0;
  if (length <= 1 || length > text.size()) return length == 1 ? 1 : 0;
  const char* const second = text.data() + 1;
  return may_follow(first, *second) && std::all_of(second, text.data() + length, continues) ? length : 0;
}

char32_t utf8_code(std::string_view character) noexcept {
  static constexpr unsigned char kMasks[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
  const char* const bytes = character.data();
  char32_t code = static_cast<unsigned char>(*bytes) & kMasks[character.size()];
  for (std::size_t i = 1; i < character.size(); ++i) code = code << 6 | (static_cast<unsigned char>(bytes[i]) & 0x3f);
  return code;
}

}  // namespace topomorph::inline base
