// Percent-encodes.
#include "reorder/agreement/encoding.h"

#include <charconv>

namespace topomorph::reorder {
namespace {

constexpr std::string_view kPlain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._";
constexpr std::string_view kDigits = "0123456789ABCDEF";

/// The byte of two hexadecimal digits; -1 where they are none.
int byte_of(std::string_view digits) {
  unsigned byte = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), byte, 16);
  return error == std::errc() && digits.size() == 2 && end == digits.data() + 2 ? static_cast<int>(byte) : -1;
}

}  // namespace

Line encoded(std::string_view text) noexcept {
  Line word;
  for (const char& c : text) {
    if (kPlain.find(c) != kPlain.npos) {
      word << std::string_view(&c, 1);
    } else {
      const auto byte = static_cast<unsigned char>(c);
      const char digits[] = {'%', kDigits[byte / 16U], kDigits[byte % 16U]};
      word << std::string_view(digits, sizeof digits);
    }
  }
  return word;
}

Line decoded(std::string_view word) noexcept {
  Line text;
  while (!word.empty()) {
    const int byte = word.front() == '%' ? byte_of(word.substr(1, 2)) : -1;
    const char c = byte < 0 ? word.front() : static_cast<char>(byte);
    text << std::string_view(&c, 1);
    word.remove_prefix(byte < 0 ? 1 : 3);
  }
  return text;
}

}  // namespace topomorph::reorder
