// Finds the folder and the name that a path leads to, without following a link that another user may have planted,
// and whether others can exchange what is there.
#include "core/base/trusted_path.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <sys/xattr.h>

#include "core/base/descriptor.h"

namespace topomorph::inline base {

namespace {

constexpr int kMostLinks = 40;  // the kernel's limit
constexpr int kLook = O_PATH | O_NOFOLLOW | O_CLOEXEC;

int fail_with(int error) noexcept {
  errno = error;
  return -1;
}

void close_quietly(int descriptor) noexcept {
  const int error = errno;
  close(descriptor);
  errno = error;
}

/// Returns `folder` closed and `next` in its place.
int replaced(int folder, int next) noexcept {
  close_quietly(folder);
  return next;
}

constexpr const char* kForeign = "leads over a link of another user: not followed";
constexpr const char* kMovable = "leads over a link to which another user may have given its name: not followed";

bool everybody_may_write(const struct stat& folder) noexcept { return (folder.st_mode & S_IWOTH) != 0; }
bool others_may_write(const struct stat& folder) noexcept { return (folder.st_mode & (S_IWGRP | S_IWOTH)) != 0; }
bool is_sticky(const struct stat& folder) noexcept { return (folder.st_mode & S_ISVTX) != 0; }

/// Whether the user 0 is root, and not a user who is root in a namespace of his own: there root's links are nobody's.
bool is_root_of_machine() noexcept {
  std::array<char, 64> map{};
  const int file = open("/proc/self/uid_map", O_RDONLY | O_CLOEXEC);
  if (file < 0) return true;
  const ssize_t got = read(file, map.data(), map.size() - 1);
  close(file);
  if (got <= 0) return true;
  const auto number_at = [&](const char* text, unsigned& number) {
    const char* const end = map.data() + got;
    while (text != end && *text == ' ') ++text;
    return std::from_chars(text, end, number);
  };
  unsigned inside = 0, outside = 1;
  const auto first = number_at(map.data(), inside), second = number_at(first.ptr, outside);
  return first.ec != std::errc() || second.ec != std::errc() || outside == 0;
}

}  // namespace

/// The descriptor may be one of O_PATH, of which the system tells no attributes.
bool has_access_list(int descriptor) noexcept {
  constexpr std::string_view kBefore = "/proc/self/fd/";
  std::array<char, 32> path{};
  kBefore.copy(path.data(), kBefore.size());
  std::to_chars(path.data() + kBefore.size(), path.data() + path.size() - 1, descriptor);
  return getxattr(path.data(), "system.posix_acl_access", nullptr, 0) > 0;
}

bool others_may_name(const struct stat& file, int descriptor, const struct stat& folder) noexcept {
  if (!is_of_caller_or_root(folder) || everybody_may_write(folder)) return true;
  if ((folder.st_mode & S_IWGRP) == 0) return false;
  if (has_access_list(descriptor)) return true;  // the rights of the group are then the most that any entry has
  if (file.st_uid == 0 && folder.st_uid == 0) return false;
  return folder.st_uid != geteuid() || folder.st_gid != getegid() || (folder.st_mode & S_ISGID) != 0;
}

/// Makes `path`, with "/" and `rest` behind it, what is left to go. `rest` may lie in path_.
bool TrustedPath::take(const char* path, const char* rest) noexcept {
  const std::size_t head = std::strlen(path), tail = std::strlen(rest), slash = tail > 0 ? 1 : 0;
  if (head + slash + tail >= path_.size()) return false;
  std::memmove(path_.data() + head + slash, rest, tail + 1);
  std::memcpy(path_.data(), path, head);
  if (slash > 0) path_[head] = '/';
  rest_ = path_.data();
  return true;
}

/// Moves the next name of the rest to name_. Returns false for one that is too long.
bool TrustedPath::next_name() noexcept {
  while (*rest_ == '/') ++rest_;
  const std::size_t length = std::strcspn(rest_, "/");
  if (length >= name_.size()) return false;
  std::memcpy(name_.data(), rest_, length);
  name_[length] = '\0';
  rest_ += length;
  return true;
}

const char* TrustedPath::refusal_of_link(int folder, const struct stat& link) noexcept {
  struct stat holder {};
  if (fstat(folder, &holder) != 0) return kForeign;
  const bool is_foreign = !is_of_caller_or_root(link), is_for_all = holder.st_uid == 0 && is_sticky(holder);
  if (!is_foreign && !others_may_name(link, folder, holder)) return nullptr;
  if (!is_foreign && is_for_all && !is_last() && geteuid() != 0) return nullptr;
  const char* const why = is_foreign ? kForeign : kMovable;
  if (is_last() || (geteuid() == 0 && is_root_of_machine())) return why;
  if (others_may_write(holder) && link.st_uid != holder.st_uid) return why;
  doubt_ = why;
  return nullptr;
}

int TrustedPath::refuse(int folder, const char* why) noexcept {
  refusal_ = why;
  close(folder);
  return fail_with(EACCES);
}

/// Puts the target of the link in front of the rest. Returns the folder from which it counts; closes both.
int TrustedPath::follow(int folder, int link) noexcept {
  if (++links_ > kMostLinks) return close(link), replaced(folder, fail_with(ELOOP));
  const ssize_t length = readlinkat(link, "", link_.data(), link_.size());
  close_quietly(link);
  if (length < 0) return replaced(folder, -1);
  if (static_cast<std::size_t>(length) >= link_.size()) return replaced(folder, fail_with(ENAMETOOLONG));
  link_[static_cast<std::size_t>(length)] = '\0';
  if (!take(link_.data(), *rest_ == '/' ? rest_ + 1 : rest_)) return replaced(folder, fail_with(ENAMETOOLONG));
  return link_[0] == '/' ? replaced(folder, open("/", kLook | O_DIRECTORY)) : folder;
}

/// Goes one name further. Returns the folder to go on from, and closes the other; sets found_ at the end.
int TrustedPath::enter(int folder) noexcept {
  if (!is_last()) {  // O_DIRECTORY makes the kernel mount what is mounted on demand
    const int next = openat(folder, name_.data(), kLook | O_DIRECTORY);
    if (next >= 0 || (errno != ENOTDIR && errno != ELOOP)) return replaced(folder, next);
  }
  const int there = openat(folder, name_.data(), kLook);
  if (there < 0 && errno == ENOENT && is_last()) return found_ = true, folder;
  if (there < 0) return replaced(folder, -1);
  struct stat status {};
  const bool known = fstat(there, &status) == 0;
  if (!known || !S_ISLNK(status.st_mode)) {
    close_quietly(there);
    if (!known || !is_last()) return replaced(folder, known ? fail_with(ENOTDIR) : -1);
    found_ = true;
    return doubt_ != nullptr && status.st_uid == geteuid() ? refuse(folder, doubt_) : folder;
  }
  if (const char* const why = refusal_of_link(folder, status)) return close(there), refuse(folder, why);
  return follow(folder, there);
}

int TrustedPath::checked(int folder) noexcept {
  struct stat status {};
  if (fstat(folder, &status) != 0) return replaced(folder, -1);
  if (doubt_ != nullptr && status.st_uid == geteuid()) return refuse(folder, doubt_);
  if (!everybody_may_write(status) || is_sticky(status)) return folder;
  return refuse(folder,
                "is in a folder that everybody may write to, without the sticky bit: expected mode 1777 or less");
}

/// Returns the folder in which the path's last name is, checked.
int TrustedPath::walk() noexcept {
  refusal_ = doubt_ = nullptr;
  found_ = false;
  links_ = 0;
  int folder = open(path_[0] == '/' ? "/" : ".", kLook | O_DIRECTORY);
  while (folder >= 0 && !found_) {
    if (!next_name()) return replaced(folder, fail_with(ENAMETOOLONG));
    if (name_[0] == '\0') return replaced(folder, fail_with(EISDIR));
    folder = enter(folder);
  }
  return folder < 0 ? folder : checked(folder);
}

int TrustedPath::open_folder_of(const char* path) noexcept {
  if (*path == '\0') return fail_with(ENOENT);
  if (path[std::strlen(path) - 1] == '/') return fail_with(EISDIR);
  return take(path, "") ? walk() : fail_with(ENAMETOOLONG);
}

int TrustedPath::open_folder(const char* path) noexcept {
  if (*path == '\0') return fail_with(ENOENT);
  return take(path, ".") ? walk() : fail_with(ENAMETOOLONG);
}

namespace {

constexpr std::size_t kLongestEntry = 1 << 16;  // of the lists of users and groups

std::string name_of_caller() {
  std::vector<char> buffer(kLongestEntry);
  passwd entry{}, *found = nullptr;
  const int error = getpwuid_r(geteuid(), &entry, buffer.data(), buffer.size(), &found);
  return error == 0 && found != nullptr ? found->pw_name : "";
}

/// Whether the caller alone is in the group, as in the one that many systems make for each user. Several groups can
/// have the caller as a member, so the name tells which is the caller's own.
bool is_private(gid_t number) {
  const std::string user = name_of_caller();
  std::vector<char> buffer(kLongestEntry);
  group entry{}, *found = nullptr;
  if (getgrgid_r(number, &entry, buffer.data(), buffer.size(), &found) != 0 || found == nullptr) return false;
  char** end = found->gr_mem;
  while (*end != nullptr) ++end;
  return user == found->gr_name && std::all_of(found->gr_mem, end, [&](const char* member) { return user == member; });
}

/// Returns why others can change this part, words that follow its name; empty: they cannot.
std::string danger_of(const std::string& part, bool is_on_the_way) {
  const Descriptor there(open(part.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
  struct stat status {};
  if (!there || fstat(there.get(), &status) != 0) return std::string("cannot be examined: ") + std::strerror(errno);
  if (S_ISLNK(status.st_mode)) return "was exchanged for a link just now";
  if (!is_of_caller_or_root(status)) return "belongs to another user";
  if (is_on_the_way && status.st_uid == 0 && (status.st_mode & S_ISVTX) != 0) return "";
  if ((status.st_mode & S_IWOTH) != 0) return "may be written to by everybody";
  if ((status.st_mode & S_IWGRP) == 0) return "";
  if (has_access_list(there.get())) return "may be written to by others, as its access control list says";
  return status.st_gid == 0 || is_private(status.st_gid) ? "" : "may be written to by its group";
}

}  // namespace

UnchangeablePath unchangeable_path(const std::string& path) {
  namespace fs = std::filesystem;
  const std::unique_ptr<char, decltype(&std::free)> end(realpath(path.c_str(), nullptr), &std::free);
  if (end == nullptr) return {"", path + " leads nowhere: " + std::strerror(errno)};
  const fs::path file(end.get());
  fs::path part;
  for (const fs::path& name : file) {
    part /= name;
    const bool is_on_the_way = part != file && part != file.parent_path();
    if (const std::string why = danger_of(part.string(), is_on_the_way); !why.empty())
      return {file.string(), part.string() + " " + why};
  }
  return {file.string(), ""};
}

}  // namespace topomorph::inline base
