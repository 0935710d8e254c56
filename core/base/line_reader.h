// Text files line by line through one buffer, with the line number at hand for error messages.
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace topomorph::inline base {

/// Bytes: no description of a machine is larger.
inline constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 30;
inline constexpr std::uint64_t kAnyBytes = ~std::uint64_t{0};
inline constexpr std::uint64_t kLongestLine = std::uint64_t{1} << 26;

/// From now on a pipe is refused, in the whole process: where a job waits, nobody may have to wait for a pipe's other
/// end.
void refuse_pipes();

/// Reads a file once from front to back. A file of any size costs one buffer as long as its longest line.
class LineReader {
 public:
  /// Throws InputError if the file cannot be opened, has more bytes than `most`, or is neither a regular file nor a
  /// pipe: a device may have no end.
  explicit LineReader(const std::string& path, std::uint64_t most = kMostBytes);

  /// The next line without its end ("\n", "\r\n" or "\r", also mixed), valid until the next call; nothing at the end of
  /// the file. A byte order mark of UTF-8 in front of the first is left out. Throws InputError if reading fails, for a
  /// line of more than kLongestLine bytes, and for text in UTF-16.
  std::optional<std::string_view> next();

  std::uint64_t line() const { return line_; }  ///< number of the line last returned, from 1
  /// Whether the line last returned is the last one and has no end: the file may have been cut off in it.
  bool is_open_ended() const { return open_ended_ && !rest_; }
  const std::string& path() const { return path_; }

  /// Throws InputError with file, current line and the message.
  [[noreturn]] void fail(const std::string& message) const;

 private:
  bool refill();
  std::optional<std::string_view> next_until_newline();
  std::string_view without_mark(std::string_view first) const;

  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::string path_;
  std::unique_ptr<std::FILE, Close> file_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0, end_ = 0;  // what of the buffer has been read from the file and not yet returned
  bool at_end_ = false, open_ended_ = false;
  std::optional<std::string_view> rest_;  // lines up to the next "\n" that a "\r" divides, as far as not yet returned
  std::uint64_t line_ = 0, most_ = 0, read_ = 0;  // bytes that may be read, and have been
};

/// The words of a line, one after the other.
class Words {
 public:
  /// `separators` are the characters that stand between words; runs of them count as one.
  explicit Words(std::string_view line, std::string_view separators = " \t") : rest_(line), separators_(separators) {}

  /// The next word; empty at the end of the line.
  std::string_view next();

 private:
  std::string_view rest_, separators_;
};

}  // namespace topomorph::inline base
