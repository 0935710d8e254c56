// Whether a profile may be written under a name.
#include "core/base/profile_target.h"

#include <string_view>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/atomic_file.h"
#include "core/base/folder.h"
#include "core/base/regular_file.h"
#include "core/base/system_error.h"

namespace topomorph::inline base {
namespace {

constexpr std::string_view kMagic{"SQLite format 3\0", 16};

/// SQLite's first page has its magic string and the schema as text. The check reads it without SQLite, because it runs
/// inside the application.
bool looks_like_profile(std::string_view page) {
  return page.starts_with(kMagic) && page.find("CREATE TABLE traffic(") != std::string_view::npos;
}

std::string first_page(const Descriptor& file, const std::string& path) {
  std::string page(4096, '\0');
  const ssize_t got = file ? read(file.get(), page.data(), page.size()) : -1;
  if (got < 0) fail_by_errno(path, "cannot be read");
  page.resize(static_cast<std::size_t>(got));
  return page;
}

void check_kind(const struct stat& status, const std::string& path) {
  if (S_ISDIR(status.st_mode)) throw InputError(path, 0, "is a folder");
  if (!S_ISREG(status.st_mode)) throw InputError(path, 0, "is no regular file");
}

/// Any answer but "nothing is there" means that something is there.
void check_present(const std::string& path) {
  std::string name;
  const Folder folder = Folder::of_file(path, name);
  const auto there = folder.look(name);
  if (!there) return;
  check_kind(*there, path);
  if (there->st_size > 0 && !looks_like_profile(first_page(folder.open_file(name), path)))
    throw InputError(path, 0, "is there and is no profile: not replaced");
}

}  // namespace

bool is_profile(const std::string& path) noexcept {
  try {
    return RegularFile(path).bytes_at(0, kMagic.size()) == kMagic;
  } catch (const std::exception&) {
    return false;
  }
}

void check_profile_target(const std::string& path) {
  check_present(path);
  const AtomicFile tried(path);  // its destructor removes the trial file
}

}  // namespace topomorph::inline base
