// Escapes texts and prints numbers as JSON wants them, whatever the locale is.
#include "runtime/process/json_line.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "core/base/terminal_text.h"

namespace topomorph::process {
namespace {

constexpr std::size_t kReserve = 80;  ///< for the end of the object, and what a sink puts around it

constexpr std::size_t kLongestText = 512;

/// A text with quotes around it and what JSON escapes; what a terminal would obey is replaced before.
class Escaped {
 public:
  explicit Escaped(std::string_view text) {
    std::array<char, kLongestText> fit;
    const std::size_t length = text.copy(fit.data(), fit.size());
    append('"');
    for (const char c : std::string_view(fit.data(), make_fit_for_terminal(fit.data(), length))) {
      if (c == '"' || c == '\\') append('\\');
      append(c);
    }
    append('"');
  }
  std::string_view whole() const { return {room_.data(), length_}; }

 private:
  void append(char c) { room_[length_++] = c; }

  std::size_t length_ = 0;
  std::array<char, 2 * kLongestText + 2> room_;  ///< each byte of the longest text escaped
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
  member(name, Escaped(value.substr(0, std::min(longest, kLongestText))).whole());
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
