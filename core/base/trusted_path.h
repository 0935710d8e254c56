// Finds the folder and the name that a path leads to, without following a link that another user may have planted,
// and whether others can exchange what is there.
#pragma once

#include <array>
#include <climits>
#include <string>

#include <sys/stat.h>
#include <unistd.h>

namespace topomorph::inline base {

/// Whether the caller need not fear who has made it: the file is the caller's own, or root's.
inline bool is_of_caller_or_root(const struct stat& status) noexcept {
  return status.st_uid == geteuid() || status.st_uid == 0;
}

/// Whether two looks have met one file.
inline bool is_same_file(const struct stat& a, const struct stat& b) noexcept {
  return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

/// Whether a file or folder has an access control list, which says more than its mode.
bool has_access_list(int descriptor) noexcept;

/// Whether another user can have given the caller's or root's file its name in this folder, or have moved it there from
/// another one: then it says nothing that the file is the caller's or root's. The folder's owner can, and whoever may
/// write to it: the sticky bit keeps nobody from moving a file in. Who belongs to the group of root's folder is trusted
/// with root's files in it. The caller's own folder of the caller's own group counts as private, unless it has the
/// set-group-ID bit: where each user has a group, folders are made with mode 0775.
bool others_may_name(const struct stat& file, int descriptor, const struct stat& folder) noexcept;

/// The one way to a file that is to be written or removed. The caller goes on by the descriptor of the folder and the
/// name in it (openat, renameat, unlinkat), so nobody can exchange a part of the path between the look and the use.
///
/// A link counts if it belongs to the caller or to root, and nobody else can have given it its name; for an ordinary
/// user also, on the way, in root's folder with the sticky bit, as /scratch can be: another user could only have moved
/// it there from where he may rename it. On the way of an ordinary user other links count too, if others than the
/// folder's owner may not write to the folder, or the link is the owner's (the kernel's rule for the end of a path,
/// protected_symlinks); they must lead to what is not the caller's: neither the folder reached nor a file there. A
/// folder that everybody may write to must have the sticky bit, or anybody could exchange the file.
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
  int links_ = 0;                // followed so far
  bool found_ = false;           // the folder is found
  const char* doubt_ = nullptr;  // why what the path leads to must not be the caller's; nullptr: it may
};

/// A program may name files beside itself whose code its loader runs ($ORIGIN). So nobody else may be able to change
/// the file, nor its folder, nor any folder above it.
struct UnchangeablePath {
  std::string path;      ///< without links: open this one, not the path that was asked about; empty: it leads nowhere
  std::string obstacle;  ///< the first part that others can change: "/home/bob belongs to another user"; empty: none
  bool is_safe() const { return !path.empty() && obstacle.empty(); }
};

/// Resolves the path once and examines every part of the result from the root down. What was found safe stays so: the
/// parts belong to the caller or to root, and nobody else may write to them. A group may if it is root's, or has the
/// caller's name and no other member. A folder of root with the sticky bit, like /tmp, is safe on the way, because
/// nobody can rename there the next part, whose owner is examined; it is not safe as the folder of the file itself.
UnchangeablePath unchangeable_path(const std::string& path);

}  // namespace topomorph::inline base
