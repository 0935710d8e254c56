// What a process leaves of its measurements when its job ends too early.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "core/wire/frame_io.h"
#include "plugin/process/fixed_string.h"
#include "reorder/record.h"

namespace topomorph::reorder {

/// The way a record takes into FILE.parts/RANK.record without memory, locks or MPI: from exit handlers, a signal
/// handler, and where there is no memory. `topomorph profile --recover` makes a profile of such files.
class Spool {
 public:
  /// Finds out now what cannot be asked later. Throws bad_alloc.
  void prepare(const std::string& directory, const Identity& identity, const std::string& cpuset,
               const std::string& path);
  bool prepared() const { return !file_.empty(); }

  /// Leaves the record, whole or not at all, in place of one left before. While another thread does, waits until it is
  /// there. Why it could not; empty: it could.
  process::FixedString leave() noexcept;
  /// Takes back what leave() has left, if it has; what others left stays.
  void remove() noexcept;

  const std::string& directory() const { return directory_; }

 private:
  int write_file() noexcept;
  int write_into(int folder) noexcept;

  enum : int { kNothing, kWriting, kDone };  ///< kNothing: nothing left, or not any more
  std::atomic<int> state_{kNothing};
  std::string directory_, file_;
  std::string name_, temporary_;  ///< in the directory
  std::string process_;           ///< text of the Process frame, without what is still to be measured
  wire::Buffer meta_;             ///< the Meta frame
};

/// Removes what an earlier job left there.
void clear_spool(const std::string& directory);

}  // namespace topomorph::reorder
