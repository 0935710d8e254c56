// Reads a text file as a stream of numbers, with their lines for error messages.
#include "core/formats/number_stream.h"

#include <fmt/format.h>

#include "core/base/number.h"

namespace topomorph::formats {

std::string_view NumberStream::next() {
  for (;;) {
    const std::string_view word = words_.next();
    if (!word.empty()) return word;
    const auto line = reader_.next();
    if (!line) return {};
    words_ = Words(*line);
  }
}

std::string_view NumberStream::word(std::string_view what) {
  const std::string_view word = next();
  if (word.empty()) fail(fmt::format("found the end of the file, expected {}", what));
  return word;
}

std::uint64_t NumberStream::number_of(std::string_view text, std::string_view what, std::uint64_t least,
                                      std::uint64_t most) const {
  const auto number = parse_count(text);
  if (number && *number >= least && *number <= most) return *number;
  const bool open = most == std::numeric_limits<std::uint64_t>::max();
  const std::string range = open && least == 0 ? "a whole number"
                            : open             ? fmt::format("at least {}", least)
                                               : fmt::format("{} to {}", least, most);
  fail(fmt::format("found \"{}\", expected {} ({})", text, what, range));
}

std::uint64_t NumberStream::number(std::string_view what, std::uint64_t least, std::uint64_t most) {
  return number_of(word(what), what, least, most);
}

std::optional<std::uint64_t> NumberStream::number_or_none(std::string_view what, std::uint64_t most) {
  const std::string_view text = word(what);
  if (text == "-1") return std::nullopt;
  return number_of(text, what, 0, most);
}

void NumberStream::expect_end() {
  const std::string_view word = next();
  if (!word.empty()) fail(fmt::format("found \"{}\", expected the end of the file", word));
}

}  // namespace topomorph::formats
