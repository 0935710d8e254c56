// Reads text files line by line through one buffer and counts the lines for messages; collects what a reader skipped.
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "core/base/error.h"

namespace topomorph::inline base {

/// In bytes. No description of a machine is larger.
inline constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 30;
inline constexpr std::uint64_t kAnyBytes = ~std::uint64_t{0};
inline constexpr std::uint64_t kLongestLine = std::uint64_t{1} << 26;

/// Refuses pipes in the whole process from now on. Inside a job, no process may wait for the other end of a pipe.
void refuse_pipes();

/// Reads a file once from front to back. The memory is one buffer as long as the longest line, whatever the file's
/// size.
class LineReader {
 public:
  /// Throws InputError if the file cannot be opened, has more than `most` bytes, or is neither a regular file nor a
  /// pipe. A device may have no end.
  explicit LineReader(const std::string& path, std::uint64_t most = kMostBytes);

  /// Returns the next line without its end ("\n", "\r\n" or "\r", also mixed), valid until the next call; nothing at
  /// the end of the file. Skips a UTF-8 byte order mark at the start of the file. Throws InputError if reading fails,
  /// if a line has more than kLongestLine bytes, and for UTF-16.
  std::optional<std::string_view> next();

  std::uint64_t line() const { return line_; }  ///< number of the line returned last, from 1
  /// Returns whether the line returned last is the last one and has no line end; the file may have been cut there.
  bool ends_without_newline() const { return open_ended_ && !rest_; }
  const std::string& path() const { return path_; }
  std::uint64_t bytes() const { return bytes_; }  ///< of a regular file when it was opened; 0 for a pipe

  /// Throws InputError with the file, the current line and the message.
  [[noreturn]] void fail(const std::string& message) const;

 private:
  bool refill();
  std::optional<std::string_view> next_until_newline();
  std::string_view without_byte_order_mark(std::string_view first) const;

  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::string path_;
  std::unique_ptr<std::FILE, Close> file_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0, end_ = 0;  // the part of buffer_ that is read and not yet returned
  bool at_end_ = false, open_ended_ = false;
  std::optional<std::string_view> rest_;  // lines up to the next "\n" that "\r" separates and that are not yet returned
  std::uint64_t line_ = 0, most_ = 0, read_ = 0, bytes_ = 0;  // most_: bytes that may be read; read_: read so far
};

/// Splits a line into words.
class Words {
 public:
  /// Words are separated by one or more characters of `separators`.
  explicit Words(std::string_view line, std::string_view separators = " \t") : rest_(line), separators_(separators) {}

  /// Returns the next word; empty at the end of the line.
  std::string_view next();

 private:
  std::string_view rest_, separators_;
};

/// Part of a file could not be used, but the rest could. The reader does not throw; the user learns the place and what
/// is missing.
class Warnings {
 public:
  static constexpr std::size_t kMostListed = 5;

  void add(const std::string& file, std::uint64_t line, const std::string& text) {
    add(InputError(file, line, text).what());
  }
  /// `text` includes the place.
  void add(std::string text) {
    if (++count_ <= kMostListed) told_.push_back(std::move(text));
  }

  std::size_t count() const { return count_; }

  /// Returns one line "FILE:LINE: TEXT" for each of the first kMostListed places, and one line for all others together.
  std::vector<std::string> lines() const {
    std::vector<std::string> all = told_;
    if (count_ > told_.size()) all.push_back(fmt::format("and {} more such places", count_ - told_.size()));
    return all;
  }

 private:
  std::size_t count_ = 0;
  std::vector<std::string> told_;
};

}  // namespace topomorph::inline base
