// Text files line by line through one buffer, with the line number at hand for error messages.
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace topomorph {

/// Reads a file once from front to back. A file of any size costs one buffer as long as its longest line.
class LineReader {
 public:
  /// Throws InputError if the file cannot be opened.
  explicit LineReader(const std::string& path);

  /// The next line without its end ("\n" or "\r\n"), valid until the next call; nothing at the end of the file. Throws
  /// InputError if reading fails.
  std::optional<std::string_view> next();

  std::uint64_t line() const { return line_; }  ///< number of the line last returned, from 1
  const std::string& path() const { return path_; }

  /// Throws InputError with file, current line and the message.
  [[noreturn]] void fail(const std::string& message) const;

 private:
  bool refill();

  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::string path_;
  std::unique_ptr<std::FILE, Close> file_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0, end_ = 0;  // what of the buffer has been read from the file and not yet returned
  bool at_end_ = false;
  std::uint64_t line_ = 0;
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

}  // namespace topomorph
