// Finds the folder and the name that a path leads to, without following a link that another user may have planted.
#pragma once

#include <array>
#include <climits>

#include <sys/stat.h>
#include <unistd.h>

namespace topomorph::inline base {

/// Whether the caller need not fear who has made it: the file is the caller's own, or root's.
inline bool is_of_caller_or_root(const struct stat& status) noexcept {
  return status.st_uid == geteuid() || status.st_uid == 0;
}

/// The one way to a file that is to be written or removed. The caller goes on by the descriptor of the folder and the
/// name in it (openat, renameat, unlinkat), so nobody can exchange a part of the path between the look and the use.
///
/// At the end of a path a link counts if it belongs to the caller or to root, and others cannot have given it its name:
/// they may not write to its folder, or the folder has the sticky bit. On the way a link counts if it belongs to the
/// caller or to root. On the way of an ordinary user one of another user counts too, if others than the folder's owner
/// may not write to the folder, or the link is the owner's (the kernel's rule for the end of a path,
/// protected_symlinks); it must lead to what is not the caller's: neither the folder reached nor a file there. A folder
/// that everybody may write to must have the sticky bit, or anybody could exchange the file.
///
/// Takes no memory and no lock, so signal handlers may use an object that was made before: 8 KB.
class TrustedPath {
 public:
  /// Opens the folder of a file (O_PATH), which need not be there. Returns -1 if that fails: see why(). The caller
  /// closes it.
  int open_folder_of(const char* path) noexcept;
  /// Opens a folder itself (O_PATH), over links at its end too.
  int open_folder(const char* path) noexcept;

  /// The name of the file in its folder; no link, unless one was made since.
  const char* name() const noexcept { return name_.data(); }
  /// Returns why the path was refused, as words; nullptr: errno says it.
  const char* refusal() const noexcept { return refusal_; }

 private:
  bool take(const char* path, const char* rest) noexcept;
  bool next_name() noexcept;
  bool is_last() const noexcept { return *rest_ == '\0'; }
  int walk() noexcept;
  int enter(int folder) noexcept;
  int follow(int folder, int link) noexcept;
  int checked(int folder) noexcept;
  int refuse(int folder, const char* why) noexcept;
  const char* refusal_of_link(int folder, const struct stat& link) noexcept;

  std::array<char, PATH_MAX> path_{}, link_{};
  std::array<char, NAME_MAX + 1> name_{};
  const char* rest_ = nullptr;  // in path_
  const char* refusal_ = nullptr;
  int links_ = 0;       // followed so far
  bool found_ = false;  // the folder is found
  bool over_foreign_link_ = false;
};

}  // namespace topomorph::inline base
