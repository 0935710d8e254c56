// Reads lines of keys and values from Slurm's configuration files.
#pragma once

#include <functional>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>

#include "core/base/line_reader.h"

namespace topomorph::topology {

/// Joins each line with its continuation lines (a final '\\') and drops the comments ('#').
class LogicalLines {
 public:
  /// Throws InputError, as LineReader does.
  explicit LogicalLines(const std::string& path) : reader_(path) {}

  /// Returns false at the end of the file.
  bool next(std::string& text);

  std::uint64_t line() const { return first_; }  ///< number of its first line
  const std::string& path() const { return reader_.path(); }
  std::uint64_t bytes() const { return reader_.bytes(); }  ///< of the whole file; 0 for a pipe
  /// Throws InputError with the file and the number of the line.
  [[noreturn]] void fail(const std::string& message) const;

 private:
  LineReader reader_;
  std::uint64_t first_ = 0;
};

/// Calls take(lines, text) for each logical line of a file and of those that it names in lines "Include FILE", as Slurm
/// does in all its configuration files; relative names are in the folder of the file that names them. Throws
/// InputError, also for files that include each other and for more than 1000 included files.
using TakeLine = std::function<void(const LogicalLines& lines, const std::string& text)>;
void for_each_conf_line(const std::string& path, const TakeLine& take);

/// Values by key in lower case.
using ConfEntries = std::map<std::string, std::string, std::less<>>;

/// Whether an unquoted value may contain '=': where it may not, "A= B=1" lacks the value of A.
enum class EqualsInValues { Refused, Allowed };

/// Splits a line "Key=value Key = value"; a value may be quoted. Throws InputError, also for a key that is there twice.
ConfEntries entries_of(const LogicalLines& lines, std::string_view text,
                       EqualsInValues equals = EqualsInValues::Refused);

/// Throws InputError for all other keys.
void expect_keys(const LogicalLines& lines, const ConfEntries& entries, std::initializer_list<std::string_view> keys);

}  // namespace topomorph::topology
