// Files that appear under their name whole or not at all.
#pragma once

#include <string>
#include <string_view>

namespace topomorph::inline base {

/// Writes to a temporary file in the same folder and renames it in commit(); without commit() nothing stays behind.
/// All functions throw InputError if the file cannot be written (no permission, full disk). Names that are no regular
/// file (a pipe, /dev/stdout) are written directly; symbolic links stay, and what they lead to is written.
class AtomicFile {
 public:
  explicit AtomicFile(const std::string& path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(std::string_view text);
  /// Flushes, waits for the disk, and renames. Nothing can be written afterwards.
  void commit();
  /// Where the bytes are until commit(), for writers that open the file by name (SQLite); empty if the file itself is
  /// written.
  const std::string& temporary() const { return temporary_; }

 private:
  void flush();
  [[noreturn]] void fail(const char* what) const;

  std::string path_, temporary_;  // the second is empty while the file itself is written
  std::string buffer_;
  int descriptor_ = -1;
};

}  // namespace topomorph::inline base
