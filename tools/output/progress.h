// The progress of long work, on a terminal.
#pragma once

#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "core/model/affinity.h"

namespace topomorph::output {

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

/// Calls read_affinity() under a line of progress.
Affinity read_affinity_with_progress(const std::string& file);

}  // namespace topomorph::output
