// A folder of the store, held open: whose files count in it, what rights new files get, and who shares the store.
#include "core/store/kept_folder.h"

#include <algorithm>
#include <cerrno>
#include <functional>

#include <fcntl.h>
#include <unistd.h>

#include "core/base/atomic_file.h"
#include "core/base/descriptor.h"
#include "core/base/error.h"
#include "core/base/trusted_path.h"
#include "core/store/names.h"
#include "core/wire/record_name.h"

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

namespace {

constexpr mode_t kOwnFolder = 0700, kSharedFolder = S_ISGID | 0770;

}  // namespace

KeptFolder::KeptFolder(Folder folder, bool is_named) : folder_(std::move(folder)) {
  const struct stat store = folder_.status();
  owner_ = store.st_uid;
  group_ = store.st_gid;
  is_shared_ = is_shared(store);
  is_own_ = !is_foreign() || (is_named && shares_with_caller(folder_));
}

KeptFolder::KeptFolder(Folder folder, const KeptFolder& outer)
    : folder_(std::move(folder)),
      owner_(outer.owner_),
      group_(outer.group_),
      is_shared_(outer.is_shared_),
      is_own_(outer.is_own_) {}

std::optional<KeptFolder> KeptFolder::open_if_there(const Location& store) {
  auto folder = Folder::open_if_there(store.folder);
  if (!folder) return std::nullopt;
  return KeptFolder(std::move(*folder), store.is_named);
}

KeptFolder KeptFolder::open_to_write(const Location& store) {
  KeptFolder folder(Folder::make_all(store.folder), store.is_named);
  folder.check_writer();
  folder.close_to_others();
  return folder;
}

bool KeptFolder::is_foreign() const { return owner_ != geteuid(); }

void KeptFolder::check_writer() const {
  constexpr const char* kExpected = ": expected a folder of yours, or one of a group's (chmod 2770) that --store names";
  if ((folder_.status().st_mode & S_IWOTH) != 0)
    throw InputError(path(), 0, std::string("may be written to by everybody") + kExpected);
  if (is_own_) return;
  throw InputError(path(), 0, std::string("belongs to another user") + kExpected);
}

/// Earlier versions left the rights to the umask, which lets others read the programs' arguments nearly everywhere.
void KeptFolder::close_to_others() const {
  if (is_shared_ || (folder_.status().st_mode & (S_IRWXG | S_IRWXO)) == 0) return;
  const Descriptor readable(openat(folder_.descriptor(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!readable || has_access_list(readable.get())) return;  // changing the mode would change the list
  if (fchmod(readable.get(), kOwnFolder) != 0) fail_by_errno(path(), "cannot be closed to other users");
}

bool KeptFolder::counts(const struct stat& status) const {
  return status.st_uid == owner_ || (is_shared_ && status.st_gid == group_);
}

std::optional<KeptFolder> KeptFolder::enter_if_there(const std::string& name) const {
  auto inner = folder_.enter_if_there(name);
  if (!inner) return std::nullopt;
  if (!counts(inner->status())) throw InputError(inner->path(), 0, "does not belong to the store's owner");
  return KeptFolder(std::move(*inner), *this);
}

KeptFolder KeptFolder::enter(const std::string& name) const {
  auto inner = enter_if_there(name);
  if (inner) return std::move(*inner);
  errno = ENOENT;
  fail_by_errno(folder_.path_of(name), "cannot be read");
}

KeptFolder KeptFolder::make(const std::string& name) const {
  folder_.make(name, is_shared_ ? kSharedFolder : kOwnFolder);
  return enter(name);
}

bool KeptFolder::has(const std::string& name) const {
  const auto there = folder_.look(name);
  return there && S_ISREG(there->st_mode) && counts(*there);
}

Descriptor KeptFolder::open_file(const std::string& name) const {
  Descriptor file = folder_.open_file(name);
  struct stat status {};
  if (fstat(file.get(), &status) != 0) fail_by_errno(folder_.path_of(name), "cannot be examined");
  if (!counts(status)) throw InputError(folder_.path_of(name), 0, "does not belong to the store's owner");
  return file;
}

std::string KeptFolder::read(const std::string& name) const { return folder_.read(open_file(name), name, kLargest); }

void KeptFolder::write(const std::string& name, std::string_view text) const {
  const auto there = folder_.look(name);
  if (there && !S_ISREG(there->st_mode)) throw InputError(folder_.path_of(name), 0, "is no regular file");
  AtomicFile file(folder_, name, file_mode());
  file.write(text);
  file.commit();
}

bool KeptFolder::remove(const std::string& name) const noexcept {
  if (!is_own_name(name)) return false;
  if (folder_.remove(name)) return true;
  try {
    const Folder records = folder_.enter(name);
    for (const std::string& record : records.names()) {
      if (wire::is_left_name(record)) records.remove(record);
    }
  } catch (const std::exception&) {
    return false;
  }
  return folder_.remove_folder(name);
}

bool KeptFolder::remove_folder(const std::string& name) const {
  if (const auto inner = enter_if_there(name)) {
    for (const std::string& file : inner->names()) inner->remove(file);
  }
  return folder_.remove_folder(name);
}

std::size_t KeptFolder::forget(const Location& store, const std::string& name) {
  const auto count = [&] {
    const auto outer = open_if_there(store);
    const auto inner = outer ? outer->enter_if_there(name) : std::nullopt;
    return inner ? inner->names().size() : 0;
  };
  const std::size_t before = count();
  if (before > 0) open_to_write(store).remove_folder(name);
  return before - count();
}

void KeptFolder::keep_newest(std::size_t most) const {
  std::vector<std::pair<std::pair<std::int64_t, std::int64_t>, std::string>> files;
  for (const std::string& name : names()) {
    const auto status = is_own_name(name) ? folder_.look(name) : std::nullopt;
    if (status) files.push_back({{status->st_mtim.tv_sec, status->st_mtim.tv_nsec}, name});
  }
  std::ranges::sort(files, std::greater());
  for (std::size_t i = most; i < files.size(); ++i) remove(files[i].second);
}

}  // namespace topomorph::store
