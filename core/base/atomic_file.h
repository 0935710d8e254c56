// Files that appear under their name complete or not at all, and whether a profile may be written under a name.
#pragma once

#include <string>
#include <string_view>

namespace topomorph::inline base {

/// Writes to a temporary file in the same folder; commit() renames it. Without commit() nothing is left. A path that is
/// no regular file (a pipe, /dev/stdout) is written directly. A symbolic link stays, and its target is written. All
/// functions throw InputError if the file cannot be written (no permission, full disk).
class AtomicFile {
 public:
  explicit AtomicFile(const std::string& path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(std::string_view text);
  /// Flushes, waits for the disk, and renames. Nothing can be written afterwards.
  void commit();
  /// Returns the path that holds the bytes until commit(), for writers that open the file by name (SQLite). Empty if
  /// the file itself is written.
  const std::string& temporary() const { return temporary_; }

 private:
  void flush();
  [[noreturn]] void fail(const char* what) const;

  std::string path_, temporary_;  // temporary_ is empty while the file itself is written
  std::string buffer_;
  int descriptor_ = -1;
};

/// Returns whether the file begins as profiles do, which are SQLite databases. False for one that cannot be read.
bool is_profile(const std::string& path) noexcept;

/// Throws InputError unless a file can be created in the folder of `path`, and a file already at `path` is a profile or
/// empty. Other files of the user are never replaced. Follows symbolic links. Later writes can still fail, as on a full
/// disk.
void check_profile_target(const std::string& path);

}  // namespace topomorph::inline base
