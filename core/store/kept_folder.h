// A folder of the store, held open: whose files count in it, what rights new files get, and who shares the store.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <sys/stat.h>

#include "core/base/folder.h"
#include "core/formats/profile/profile_file.h"

namespace topomorph::store {

/// The folder of a store, and whether the user or the site has named it. Where nobody has (the default), the folder of
/// another user is none, whatever its mode: the caller has never chosen to share.
struct Location {
  Location(std::string path, bool named = false) : folder(std::move(path)), is_named(named) {}

  std::string folder;
  bool is_named;
};

/// Whether a store has the mode of one that a group shares: 2770.
bool is_shared(const struct stat& store) noexcept;

/// Whether a folder of another user with this mode is a store for the caller, where somebody has named it. It must
/// belong to a group of the caller's. All users of a machine can have one primary group, so that one counts only for a
/// folder that nobody but root, the caller and the folder's owner can have put where it is.
bool shares_with_caller(const Folder& store);

/// A store belongs to the owner of its folder, and only files and folders of this user count. A store is shared if its
/// folder has the set-group-ID bit and its group may write to it (mode 2770): then files of the folder's group count,
/// which only members of the group can have made there; shares_with_caller() says when the caller may take part. Links
/// never count. New files and folders are for the owner alone (0600, 0700), in a shared store for the group too (0660,
/// 2770).
class KeptFolder {
 public:
  static constexpr std::uint64_t kLargest = 1 << 20;  ///< bytes of a small file: a command line may be long

  /// Opens the folder of a store for reading. Throws InputError. Nothing: it is not there.
  static std::optional<KeptFolder> open_if_there(const Location& store);
  /// Makes the folder if it is not there, and opens it for writing: it must be the caller's, or shared with the caller.
  /// Everybody may not write to it. One that earlier versions have made for all to read becomes its owner's alone.
  static KeptFolder open_to_write(const Location& store);
  /// Throws the error that open_to_write() would throw for a folder that is there.
  void check_writer() const;

  /// Opens a folder in this one. Throws InputError for a link and for one of another user.
  std::optional<KeptFolder> enter_if_there(const std::string& name) const;
  KeptFolder enter(const std::string& name) const;
  /// Makes the folder if it is not there, and enters it.
  KeptFolder make(const std::string& name) const;

  /// Whether there is a regular file of this name that counts.
  bool has(const std::string& name) const;
  /// Opens a regular file for reading. Throws InputError unless it counts.
  Descriptor open_file(const std::string& name) const;
  /// Opens a profile. Throws InputError unless it counts.
  formats::ProfileFile profile(const std::string& name) const { return {open_file(name), folder_.path_of(name)}; }
  /// Returns the content of a file. Throws InputError if it does not count, or has more than kLargest bytes.
  std::string read(const std::string& name) const;
  /// Writes a file, whole or not at all. Throws InputError, also if there is something else of this name: a pipe would
  /// wait for a reader.
  void write(const std::string& name, std::string_view text) const;

  /// Removes what TopoMorph has made and has not finished, or needs no more: a file, or a folder of records. Foreign
  /// names stay. Returns whether the name is gone.
  bool remove(const std::string& name) const noexcept;
  /// Removes all that is TopoMorph's in a folder in this one, and the folder if it is empty then. Returns whether the
  /// folder is gone.
  bool remove_folder(const std::string& name) const;

  /// Removes all that is TopoMorph's in a folder of a store, and the folder if it is empty then. Returns the number of
  /// files that are gone. Throws InputError.
  static std::size_t forget(const Location& store, const std::string& name);

  /// Removes the oldest of TopoMorph's files above this number, also those that killed jobs have not finished.
  void keep_newest(std::size_t most) const;

  mode_t file_mode() const { return is_shared_ ? 0660 : 0600; }
  const Folder& folder() const { return folder_; }
  const std::string& path() const { return folder_.path(); }
  std::vector<std::string> names() const { return folder_.names(); }
  /// Whether the store is the caller's, or one that another user shares with the caller (shares_with_caller()).
  bool is_own() const { return is_own_; }
  /// Whether the store belongs to another user, who may share it.
  bool is_foreign() const;
  uid_t owner() const { return owner_; }

 private:
  KeptFolder(Folder folder, bool is_named);
  KeptFolder(Folder folder, const KeptFolder& outer);
  bool counts(const struct stat& status) const;
  void close_to_others() const;

  Folder folder_;
  uid_t owner_ = 0;
  gid_t group_ = 0;
  bool is_shared_ = false;
  bool is_own_ = false;
};

}  // namespace topomorph::store
