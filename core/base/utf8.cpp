// Finds characters of UTF-8. Needs nothing of the C++ library's run-time, so nothing that may throw or is checked: the
// front and Slurm's plugin have it.
#include "core/base/utf8.h"

#include <algorithm>

namespace topomorph::inline base {

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
