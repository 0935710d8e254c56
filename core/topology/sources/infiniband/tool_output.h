// Output of the InfiniBand tools as it is found in files: with their own messages in it, and cut off.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/base/line_reader.h"
#include "core/base/warnings.h"

namespace topomorph::topology::infiniband {

/// Messages (of stderr, or on stdout where a tool gives up) are passed over, wherever they stand: stderr's also get
/// into the middle of a line. Those that tell of a failure leave a warning, and so does what is cut off by them or by
/// the end of the file. Everything else that cannot be understood is an error as before.
class ToolOutput {
 public:
  /// `missing` says what a failure takes away, "routes of spine0 are missing"; nothing: nobody needs what it takes.
  ToolOutput(const std::string& path, Warnings& warnings, std::function<std::string()> missing);

  /// The next line that is no message, without blanks around it; nothing at the end of the file.
  std::optional<std::string_view> next();

  /// Does it, which reads the line last returned. A line that is only a piece of one leaves a warning instead: the last
  /// one without an end, whose numbers may lack digits, and what cannot be read behind a message in a line.
  template <typename Step>
  void take(Step step) {
    if (reader_.is_open_ended()) return warn("a last line without its end");
    try {
      step();
    } catch (const InputError&) {
      if (!behind_a_piece_) throw;  // else the first half was told of
    }
  }

  /// That it found `what` in the line last returned.
  void warn(std::string_view what);
  bool has_failed() const { return failed_; }  ///< there was something to warn of since the last call of begin()
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
