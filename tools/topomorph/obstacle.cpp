// Finds out what prevents preloading.
#include "tools/topomorph/obstacle.h"

#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "tools/topomorph/executable.h"

namespace topomorph::cli {

namespace {

/// The loader ignores LD_PRELOAD in a program that has more rights than its user.
bool gains_rights(const std::string& file) {
  struct stat status = {};
  if (stat(file.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return false;
  const bool other_user = (status.st_mode & S_ISUID) != 0 && status.st_uid != getuid();
  const bool other_group = (status.st_mode & S_ISGID) != 0 && status.st_gid != getgid();
  const bool capabilities = getuid() != 0 && getxattr(file.c_str(), "security.capability", nullptr, 0) > 0;
  return other_user || other_group || capabilities;
}

}  // namespace

std::string obstacle_to_preloading(const std::string& command) {
  const std::string path = find_in_path(command);
  const Executable file = read_executable(path);
  if (gains_rights(path)) return "has more rights than its user (setuid or the like)";
  if (file.kind == Executable::Kind::Foreign) return "is of another architecture than TopoMorph";
  return file.kind == Executable::Kind::Static ? "is statically linked" : "";
}

}  // namespace topomorph::cli
