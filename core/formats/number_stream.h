// The numbers of a Scotch file: words over any number of lines, each with the line it stands on.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/line_reader.h"

namespace topomorph::formats {

/// Reads a file word by word. `what` says for messages what is expected; all functions throw InputError with file and
/// line.
class NumberStream {
 public:
  explicit NumberStream(const std::string& path) : reader_(path), words_("") {}

  /// The next word; valid until the next call.
  std::string_view word(std::string_view what);
  /// The next word as a whole number from `least` to `most`.
  std::uint64_t number(std::string_view what, std::uint64_t least = 0,
                       std::uint64_t most = std::numeric_limits<std::uint64_t>::max());
  /// The same, but "-1" stands for none.
  std::optional<std::uint64_t> number_or_none(std::string_view what, std::uint64_t most);
  /// Throws where there is another word.
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
