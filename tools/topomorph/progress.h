// How far long work is, for people who watch.
#pragma once

#include <string>

namespace topomorph::cli {

/// One line on stderr that is written over and in the end wiped out; nothing where stderr is no terminal.
class ProgressLine {
 public:
  explicit ProgressLine(std::string what);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// `share` of the work is done, from 0 to 1.
  void show(double share);

 private:
  const std::string what_;
  const bool watched_;
};

}  // namespace topomorph::cli
