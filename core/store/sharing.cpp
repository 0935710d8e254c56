// Whether the folder of another user is a store that the caller shares.
#include "core/store/sharing.h"

#include <algorithm>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

#include "core/base/descriptor.h"
#include "core/base/trusted_path.h"

namespace topomorph::store {
namespace {

/// Whether the caller belongs to the group, which is not the primary one. The list of the others can name that one too.
bool is_further_group(gid_t group) {
  std::vector<gid_t> groups(static_cast<std::size_t>(std::max(getgroups(0, nullptr), 0)));
  const int known = getgroups(static_cast<int>(groups.size()), groups.data());
  groups.resize(static_cast<std::size_t>(std::max(known, 0)));
  return group != getegid() && std::ranges::find(groups, group) != groups.end();
}

/// Whether only root, the caller and `owner` can have put `inner` into the folder. In root's folder with the sticky bit
/// everybody can make one, but only root and the caller can have made theirs.
bool is_closed(const struct stat& folder, const struct stat& inner, uid_t owner) {
  const bool is_trusted = is_of_caller_or_root(folder) || folder.st_uid == owner;
  const bool others_write = (folder.st_mode & (S_IWGRP | S_IWOTH)) != 0;  // the group's rights bound an access list's
  const bool is_sticky = folder.st_uid == 0 && (folder.st_mode & S_ISVTX) != 0;
  return is_trusted && (!others_write || (is_sticky && is_of_caller_or_root(inner)));
}

/// Goes up from the folder itself, so that nobody can exchange a part of a path meanwhile.
bool lies_in_closed_folders(const Folder& store) {
  struct stat inner = store.status();
  const uid_t owner = inner.st_uid;
  Descriptor folder(openat(store.descriptor(), "..", O_PATH | O_DIRECTORY | O_CLOEXEC));
  struct stat outer {};
  while (folder && fstat(folder.get(), &outer) == 0) {
    if (is_same_file(outer, inner)) return true;  // the root
    if (!is_closed(outer, inner, owner)) return false;
    inner = outer;
    folder = Descriptor(openat(folder.get(), "..", O_PATH | O_DIRECTORY | O_CLOEXEC));
  }
  return false;
}

}  // namespace

bool is_shared(const struct stat& store) noexcept {
  return (store.st_mode & (S_ISGID | S_IWGRP)) == (S_ISGID | S_IWGRP) && (store.st_mode & S_IWOTH) == 0;
}

bool shares_with_caller(const Folder& store) {
  const struct stat status = store.status();
  if (!is_shared(status)) return false;
  return is_further_group(status.st_gid) || (status.st_gid == getegid() && lies_in_closed_folders(store));
}

}  // namespace topomorph::store
