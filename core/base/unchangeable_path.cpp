// Finds where a path leads, and whether others than the caller and root can exchange what is there.
#include "core/base/unchangeable_path.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <vector>

#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/descriptor.h"
#include "core/base/trusted_path.h"

namespace topomorph::inline base {
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
