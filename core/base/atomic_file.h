// Files that appear under their name complete or not at all, and whether a profile may be written under a name.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <sys/stat.h>

#include "core/base/descriptor.h"

namespace topomorph::inline base {

class Folder;

/// A temporary file is the name with a dot and so many lower-case letters and digits.
inline constexpr std::size_t kTemporaryLetters = 6;

/// Writes to a temporary file in the same folder; commit() renames it. Without commit() nothing is left. The one way to
/// write a file: a path is taken by the rules of TrustedPath, and a link that counts stays, its target is written. A
/// regular file of the caller's is replaced and keeps its rights. A pipe or a device, of the caller's or of root's, is
/// written directly, and so is what /dev/stdout and /dev/fd/N name. All functions throw InputError if the file cannot
/// be written (no permission, full disk, a link of another user).
class AtomicFile {
 public:
  explicit AtomicFile(const std::string& path);
  /// A file in a folder that is held open, with exactly these rights, whatever the umask is.
  AtomicFile(const Folder& folder, const std::string& name, mode_t mode);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(std::string_view text);
  /// Flushes and waits for the disk: what does not fit is known now.
  void finish();
  /// Finishes, and renames. Nothing can be written afterwards.
  void commit();
  /// Whether a temporary file is written, and not the file itself, which is a pipe or a device.
  bool is_temporary() const { return !temporary_.empty(); }
  /// The open file, for writers that need to go back in it (SQLite).
  int descriptor() const { return descriptor_.get(); }

 private:
  static constexpr mode_t kAnyNew = 0666;  // less the umask

  void open_in(const Folder& folder);
  void replace(const struct stat& old);
  void check_replaceable(const struct stat& old) const;
  bool has_group(gid_t group) const;
  void create(mode_t mode);
  void open_special(const struct stat& status);
  void flush();
  void check_temporary() const;
  void check_open(const Descriptor& opened) const;
  void check_open() const { check_open(descriptor_); }
  [[noreturn]] void fail(const char* what) const;

  std::string path_;  // for messages
  Descriptor folder_, descriptor_;
  std::string name_, temporary_;  // in the folder; temporary_ is empty while the file itself is written
  std::optional<mode_t> mode_;    // nothing: as created
  std::string buffer_;
};

/// Returns whether the file begins as profiles do, which are SQLite databases. False for one that cannot be read.
bool is_profile(const std::string& path) noexcept;

/// Throws InputError unless a file can be created in the folder of `path`, and a file already at `path` is a profile or
/// empty. Other files of the user are never replaced. Takes paths as AtomicFile does. Later writes can still fail, as
/// on a full disk.
void check_profile_target(const std::string& path);

}  // namespace topomorph::inline base
