// Writes profiles, frame by frame.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/base/folder.h"
#include "core/formats/profile/network_rows.h"
#include "core/formats/profile/profile_file.h"
#include "core/wire/frame_io.h"

namespace topomorph::formats {

/// Writes a profile frame by frame as records arrive, and never holds more than one process's rows. The file appears
/// under its name in commit(); without it nothing is left. Throws InputError (unwritable, full disk, damaged record).
class ProfileWriter {
 public:
  explicit ProfileWriter(const std::string& path);
  /// A file in a folder that is held open, with exactly these rights.
  ProfileWriter(const Folder& folder, const std::string& name, mode_t mode);
  ~ProfileWriter();

  /// Takes the next frame. Meta comes first, then for every process, in any order of processes: Process, Phases,
  /// Groups, Traffic, GroupTraffic, Calls, Sizes, Channels, TraceGroups, Steps. Empty frames may be absent.
  void add(const wire::Frame& frame);
  std::uint64_t records() const;          ///< processes so far
  std::uint64_t summarised() const;       ///< processes so far that did not send all their pairs
  std::string trace_text() const;         ///< after commit(): what there is of a trace (trace_rows.h)
  std::string far_from_gpu_text() const;  ///< which process runs far from its GPU, and how many more; empty: none
  const std::vector<ProfiledPair>& network() const;  ///< measured pairs so far
  /// Marks the measured network of the profile as one that cannot be relied on. Once, between Meta and commit().
  void note_network_doubt(const std::string& doubt);
  void commit();
  /// Asks for more notes when the profile is complete, and can be read, but has not its name yet.
  using Notes = std::function<std::map<std::string, std::string>(const ProfileFile&)>;
  void commit(const Notes& notes);

 private:
  class Tables;
  std::unique_ptr<Tables> tables_;
};

}  // namespace topomorph::formats
