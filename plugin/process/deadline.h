// Waiting for a launcher or another process before there is MPI to wait with, but not for ever.
#pragma once

#include <chrono>

namespace topomorph::process {

class Deadline {
 public:
  explicit Deadline(double seconds) noexcept;

  bool has_passed() const noexcept;

  /// Whether there is something to read, waited for as long as patience lasts. False at once when it is over.
  bool wait_for_input(int descriptor) const noexcept;

 private:
  std::chrono::steady_clock::time_point end_;
};

}  // namespace topomorph::process
