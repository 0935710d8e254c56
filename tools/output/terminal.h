// Terminals: whether lines can be overwritten, colours, and the progress of long work.
#pragma once

#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

namespace topomorph::output {

/// --color auto|always|never. "auto" paints on terminals, unless NO_COLOR is set and not empty (no-color.org), or TERM
/// is "dumb" or missing. It does not paint in a rank of a job: mpirun may give it a terminal whose other end is a file.
class Colours {
 public:
  /// Throws InputError for any other word than these.
  void choose(const std::string& when);

  bool on() const;
  std::string good(std::string_view text) const { return painted(text, "32"); }
  std::string doubtful(std::string_view text) const { return painted(text, "33"); }
  std::string bad(std::string_view text) const { return painted(text, "1;31"); }
  std::string heading(std::string_view text) const { return painted(text, "1"); }

  /// Returns the text, which may have many lines, fit for a terminal; the colours above stay if they are on. A foreign
  /// part of the text could paint itself in them, and do nothing else.
  std::string with_nothing_else(std::string_view text) const;

 private:
  std::string painted(std::string_view text, std::string_view code) const;

  std::string when_ = "auto";
};

/// Paints the headings of a report: lines without indent after an empty line.
std::string with_headings(const std::string& text, const Colours& colours);

/// A line on stderr with the work, its share if known, and the time so far. It appears after one second, changes every
/// second, and is erased at the end. It does not appear if stderr is no terminal or TOPOMORPH_QUIET is 1. A thread
/// writes it, so that work that never reports its share is seen to be alive. Nothing else may write to stderr
/// meanwhile.
class ProgressLine {
 public:
  explicit ProgressLine(std::string what);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// Sets the share of work that is done, from 0 to 1. Any thread may call it.
  void show(double share);

 private:
  void watch();

  const std::string what_;
  std::mutex mutex_;
  std::condition_variable ended_changed_;
  bool ended_ = false;
  std::optional<double> share_;
  std::thread watcher_;  // not running if there is no terminal
};

/// Returns the result of `work`, which runs under a line of progress.
template <typename Work>
auto with_progress(const std::string& what, Work work) {
  const ProgressLine line(what);
  return work();
}

}  // namespace topomorph::output
