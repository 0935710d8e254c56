// Reads a text file as a stream of numbers, with their lines for error messages.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/line_reader.h"

namespace topomorph::formats {

/// Reads a file word by word. `what` names the expected value in messages. All functions throw InputError with file and
/// line.
class NumberStream {
 public:
  explicit NumberStream(const std::string& path) : reader_(path), words_("") {}

  /// Returns the next word, valid until the next call.
  std::string_view word(std::string_view what);
  /// Returns the next word as a whole number from `least` to `most`.
  std::uint64_t number(std::string_view what, std::uint64_t least = 0,
                       std::uint64_t most = std::numeric_limits<std::uint64_t>::max());
  /// Returns the next word as a number up to `most`; nothing for "-1".
  std::optional<std::uint64_t> number_or_none(std::string_view what, std::uint64_t most);
  /// Throws InputError if another word follows.
  void expect_end();

  std::uint64_t line() const { return reader_.line(); }
  const std::string& path() const { return reader_.path(); }
  [[noreturn]] void fail(const std::string& message) const { reader_.fail(message); }

 private:
  std::string_view next();
  std::uint64_t number_of(std::string_view text, std::string_view what, std::uint64_t least, std::uint64_t most) const;

  LineReader reader_;
  Words words_;
};

}  // namespace topomorph::formats
