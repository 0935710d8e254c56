// Reads output of the InfiniBand tools from files, which may contain their messages and be truncated.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/error.h"
#include "core/base/line_reader.h"
#include "core/topology/sources/infiniband/fabric.h"

namespace topomorph::topology::infiniband {

/// Runs the step and adds file and line to its InputError.
template <typename Step>
void at_line(const std::string& path, std::uint64_t line, Step step) {
  try {
    step();
  } catch (const InputError& error) {
    throw InputError(path, line, error.what());
  }
}

/// Does the same with the current line.
template <typename Step>
void at_line(const LineReader& reader, Step step) {
  at_line(reader.path(), reader.line(), std::move(step));
}

/// Returns the beginning of text of a file, for messages.
std::string shortened(std::string_view line);

/// Returns a decimal number up to `most`; `what` names it in the error message.
std::uint32_t number_in(std::string_view text, const LineReader& reader, std::string_view what, std::uint32_t most);

/// Skips messages of the tools, wherever they stand: stderr also gets into the middle of a line. Messages of a failure,
/// and lines truncated by a message or by the end of the file, leave a warning. Other invalid text stays an error.
class ToolOutput {
 public:
  /// `missing` returns the consequence of a failure ("routes of spine0 are missing"); empty text: none, so no warning.
  ToolOutput(const std::string& path, Warnings& warnings, std::function<std::string()> missing);

  /// Returns the next line that is no message, without surrounding blanks; nothing at the end of the file.
  std::optional<std::string_view> next();

  /// Runs the step, which reads the line last returned. Incomplete lines leave a warning instead: a last line without
  /// an end, whose numbers may lack digits, and an unreadable rest after a message in a line.
  template <typename Step>
  void take(Step step) {
    if (reader_.ends_without_newline()) return warn("a last line without its end");
    try {
      step();
    } catch (const InputError&) {
      if (!behind_a_piece_) throw;  // else the first half has left the warning
    }
  }

  /// Warns that the line last returned has `what`.
  void warn(std::string_view what);
  bool has_failed() const { return failed_; }  ///< whether a warning was due since the last begin()
  void begin() { failed_ = false; }

  const LineReader& reader() const { return reader_; }

 private:
  bool pass_over(std::string_view line);

  LineReader reader_;
  Warnings& warnings_;
  std::function<std::string()> missing_;
  bool behind_a_piece_ = false, failed_ = false;
};

}  // namespace topomorph::topology::infiniband
