// Leaves the record of a process whose job ends too early.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include <sys/stat.h>

#include "core/base/descriptor.h"
#include "core/base/trusted_path.h"
#include "core/wire/frame_io.h"
#include "reorder/process_record.h"
#include "runtime/process/fixed_string.h"

namespace topomorph::reorder {

/// Writes a record into FILE.parts/RANK.record without memory, locks or MPI: from exit handlers, from a signal handler,
/// and without free memory. `topomorph profile --recover` makes a profile of these files.
class Spool {
 public:
  /// Takes what cannot be asked later; `meta` is the job's Meta frame. Throws bad_alloc.
  void prepare(const std::string& directory, wire::Buffer meta, const Identity& identity, const std::string& cpuset,
               const std::string& path);
  bool prepared() const { return !file_.empty(); }

  /// Writes the record, whole or not at all, in place of an earlier one. Makes the directory for this user alone; one
  /// that is there must be this user's. Waits if another thread is writing it. Returns the reason of a failure; empty
  /// on success.
  process::FixedString leave() noexcept;
  /// Removes what leave() of this process has written. Files of other processes stay.
  void remove() noexcept;

  const std::string& directory() const { return directory_; }

 private:
  process::FixedString write_file() noexcept;
  int write_into(int folder) noexcept;
  struct Opened {
    Descriptor outer, folder;
  };
  Opened open_folder(bool makes_it) noexcept;
  void remove_folder(const Opened& opened) const noexcept;

  enum : int { kNothing, kWriting, kDone };  ///< kNothing: nothing is written, or not any more
  std::atomic<int> state_{kNothing};
  std::string directory_, file_;
  std::string outer_, name_of_directory_;  ///< the folder of the directory, and its name there
  struct stat written_ = {};               ///< the directory in which the record is
  TrustedPath path_;                       ///< made here, because a handler's stack may be small
  std::string name_, temporary_;           ///< in the directory
  std::string process_;                    ///< text of the Process frame, without what is measured at the end
  wire::Buffer meta_;                      ///< the Meta frame
};

/// Removes what an earlier job of this user left in the directory, which may be no link and no other user's.
void clear_spool(const std::string& directory);

}  // namespace topomorph::reorder
