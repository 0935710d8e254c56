// How far long work is, for people who watch.
#pragma once

#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "core/model/affinity.h"

namespace topomorph::cli {

/// One line on stderr that is written over once a second, from the second one on, and in the end wiped out: what is
/// done, how much of it where that is known, and for how long. Nothing where stderr is no terminal, or TOPOMORPH_QUIET
/// is 1. A thread of its own writes it, so that work that never says how far it is shows it is alive. Nobody else may
/// write on stderr meanwhile.
class ProgressLine {
 public:
  explicit ProgressLine(std::string what);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// `share` of the work is done, from 0 to 1. By any thread.
  void show(double share);

 private:
  void watch();

  const std::string what_;
  std::mutex mutex_;
  std::condition_variable ended_changed_;
  bool ended_ = false;
  std::optional<double> share_;
  std::thread watcher_;  // none where nobody watches
};

/// What `work` returns, under a line of progress.
template <typename Work>
auto with_progress(const std::string& what, Work work) {
  const ProgressLine line(what);
  return work();
}

/// read_affinity() under such a line.
Affinity read_affinity_watched(const std::string& file);

}  // namespace topomorph::cli
