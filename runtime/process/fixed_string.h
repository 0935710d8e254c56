// Text of limited length that needs no memory: for messages without memory and from signal handlers.
#pragma once

#include <array>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <string_view>

namespace topomorph::process {

/// Text of at most 2047 bytes; more is cut off. May be copied as bytes, also between processes. Never allocates.
class FixedString {
 public:
  FixedString() = default;
  FixedString(std::string_view text) { *this << text; }                      // NOLINT: a FixedString is its text
  FixedString(const char* text) { *this << (text == nullptr ? "" : text); }  // NOLINT: as above

  FixedString& operator<<(std::string_view text) {
    const std::string_view fits = text.substr(0, text_.size() - 1 - length_);  // leaves room for the terminating zero
    fits.copy(text_.data() + length_, fits.size());
    length_ += fits.size();
    return *this;
  }
  FixedString& operator<<(std::integral auto number) {
    std::array<char, 24> digits{};
    const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), number);
    return *this << std::string_view(digits.data(), static_cast<std::size_t>(end - digits.data()));
  }

  std::string_view text() const { return {text_.data(), length_}; }
  operator std::string_view() const { return text(); }  // NOLINT: a FixedString is its text
  char* c_str() { return text_.data(); }
  bool empty() const { return length_ == 0; }

 private:
  std::size_t length_ = 0;
  std::array<char, 2048> text_{};
};

}  // namespace topomorph::process
