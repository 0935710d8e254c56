// Waits for a launcher or another process before MPI can wait for them, up to a time limit.
#pragma once

#include <chrono>

namespace topomorph::process {

class Deadline {
 public:
  explicit Deadline(double seconds) noexcept;

  bool has_passed() const noexcept;

  /// Waits until `descriptor` has input or the deadline passes. Returns whether there is input; false at once if the
  /// deadline has passed.
  bool wait_for_input(int descriptor) const noexcept;

 private:
  std::chrono::steady_clock::time_point end_;
};

}  // namespace topomorph::process
