// A folder held open: what is done in it stays in it, whatever other users do to its path meanwhile.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <sys/stat.h>

#include "core/base/descriptor.h"

namespace topomorph::inline base {

/// Names in a folder are names of files in it, never paths, and no function follows a link that a name leads to. All
/// functions throw InputError with the path and the system's reason unless they say otherwise.
class Folder {
 public:
  /// Opens the folder at the end of a path by the rules of TrustedPath.
  explicit Folder(const std::string& path);
  /// The same; nothing if it is not there.
  static std::optional<Folder> open_if_there(const std::string& path);
  /// Opens the folder of a file that is to be written, by the same rules, and sets `name` to the file's name in it.
  static Folder of_file(const std::string& path, std::string& name);
  /// Opens the folder, and makes it and what is missing above it, for its owner alone (mode 0700).
  static Folder make_all(const std::string& path);

  /// Opens a folder in this one.
  Folder enter(const std::string& name) const;
  /// The same; nothing if it is not there.
  std::optional<Folder> enter_if_there(const std::string& name) const;
  /// Makes a folder in this one with exactly these rights, whatever the umask is. Returns false if the name is taken.
  bool make(const std::string& name, mode_t mode) const;

  struct stat status() const;
  /// Returns what a name is; nothing if it is not there. Any other error is one.
  std::optional<struct stat> look(const std::string& name) const;
  /// Returns the names in the folder, sorted.
  std::vector<std::string> names() const;
  /// Opens a regular file for reading. Does not wait for the writer of a pipe, and starts no device. errno is ENOENT
  /// behind a failure where nothing is there.
  Descriptor open_file(const std::string& name) const;
  /// Returns the content of a regular file of at most `most` bytes; of one that is open already, `name` is for
  /// messages.
  std::string read(const std::string& name, std::uint64_t most) const { return read(open_file(name), name, most); }
  std::string read(const Descriptor& file, const std::string& name, std::uint64_t most) const;

  /// Removes a file or an empty folder. Returns whether it is gone. Throws nothing.
  bool remove(const std::string& name) const noexcept;
  bool remove_folder(const std::string& name) const noexcept;
  void rename(const std::string& from, const std::string& to) const;

  int descriptor() const { return descriptor_.get(); }
  /// The path that it was opened by, for messages.
  const std::string& path() const { return path_; }
  std::string path_of(const std::string& name) const { return path_ + (path_.ends_with('/') ? "" : "/") + name; }

 private:
  Folder(Descriptor descriptor, std::string path);

  Descriptor descriptor_;  // with O_PATH
  std::string path_;
};

}  // namespace topomorph::inline base
