// Checks that a profile may be written under a name.
#include "core/base/profile_target.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <string_view>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/atomic_file.h"
#include "core/base/error.h"

namespace topomorph::inline base {
namespace {

/// SQLite's first page has its magic string and the schema as text. The check reads it without SQLite, because it runs
/// inside the application.
bool looks_like_profile(std::string_view page) {
  constexpr std::string_view kMagic{"SQLite format 3\0", 16};
  return page.starts_with(kMagic) && page.find("CREATE TABLE traffic(") != std::string_view::npos;
}

std::string first_page(const std::string& path) {
  std::string page(4096, '\0');
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  const ssize_t got = descriptor < 0 ? -1 : read(descriptor, page.data(), page.size());
  const int error = errno;
  if (descriptor >= 0) close(descriptor);
  if (got < 0) throw InputError(path, 0, std::string("cannot be read: ") + std::strerror(error));
  page.resize(static_cast<std::size_t>(got));
  return page;
}

void check_present(const std::string& path) {
  struct stat status = {};
  if (stat(path.c_str(), &status) != 0) return;
  if (S_ISDIR(status.st_mode)) throw InputError(path, 0, "is a folder");
  if (!S_ISREG(status.st_mode)) throw InputError(path, 0, "is no regular file");
  if (status.st_size > 0 && !looks_like_profile(first_page(path))) {
    throw InputError(path, 0, "is there and is no profile: not replaced");
  }
}

}  // namespace

void check_profile_target(const std::string& path) {
  check_present(path);
  const AtomicFile tried(path);  // its destructor removes the trial file
}

}  // namespace topomorph::inline base
