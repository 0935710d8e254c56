// Escapes texts and prints numbers as JSON wants them, whatever the locale is.
#include "plugin/process/json_line.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "core/base/utf8.h"

namespace topomorph::process {
namespace {

constexpr std::size_t kReserve = 80;  ///< for the end of the object, and what a sink puts around it

/// Collects an escaped text. What does not fit is cut off between two characters.
class Escaped {
 public:
  explicit Escaped(std::string_view text) {
    append("\"");
    while (!text.empty()) {
      const std::size_t length = utf8_length(text);
      take(text.substr(0, length));
      text.remove_prefix(std::max<std::size_t>(length, 1));
    }
    append("\"");
  }
  std::string_view whole() const { return {room_.data(), length_}; }

 private:
  void take(std::string_view one) {
    const bool is_control = one.empty() || static_cast<unsigned char>(one.front()) < 0x20 || one.front() == 0x7f;
    if (is_control) return append("?");
    if (one == "\"" || one == "\\") append("\\");
    append(one);
  }
  void append(std::string_view piece) {
    if (piece.size() > room_.size() - length_) return;
    piece.copy(room_.data() + length_, piece.size());
    length_ += piece.size();
  }

  std::size_t length_ = 0;
  std::array<char, 2 * 512 + 2> room_;  ///< each byte of the longest text escaped
};

}  // namespace

bool JsonLine::append(std::string_view text) noexcept {
  if (text.size() + kReserve > sizeof(text_) - length_) return false;
  text.copy(static_cast<char*>(text_) + length_, text.size());
  length_ += text.size();
  return true;
}

void JsonLine::member(const char* name, std::string_view value) noexcept {
  const std::size_t before = length_;
  const bool whole = (before == 1 || append(",")) && append("\"") && append(name) && append("\":") && append(value);
  if (!whole) length_ = before;
}

void JsonLine::text(const char* name, std::string_view value, std::size_t longest) noexcept {
  if (value.empty()) return;
  member(name, Escaped(value.substr(0, std::min<std::size_t>(longest, 512))).whole());
}

void JsonLine::number(const char* name, std::uint64_t value) noexcept {
  std::array<char, 24> digits{};
  const char* const end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  member(name, {digits.data(), static_cast<std::size_t>(end - digits.data())});
}

void JsonLine::real(const char* name, double value, int digits) noexcept {
  if (!std::isfinite(value)) return;
  std::array<char, 64> room{};
  double scale = 1;
  for (int i = 0; i < digits; ++i) scale *= 10;
  const auto format = std::abs(value) < 1e15 ? std::chars_format::fixed : std::chars_format::scientific;
  const double rounded = format == std::chars_format::fixed ? std::round(value * scale) / scale : value;
  const auto [end, error] = std::to_chars(room.data(), room.data() + room.size(), rounded, format);
  if (error == std::errc()) member(name, {room.data(), static_cast<std::size_t>(end - room.data())});
}

std::string_view JsonLine::close() noexcept {
  text_[length_++] = '}';
  return {static_cast<const char*>(text_), length_};
}

}  // namespace topomorph::process
