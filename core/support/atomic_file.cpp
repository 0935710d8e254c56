// Files that appear under their name whole or not at all.
#include "core/support/atomic_file.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/support/error.h"

namespace topomorph {

namespace {

constexpr std::size_t kBuffer = std::size_t{1} << 18;

bool is_special_file(const std::string& path) {
  struct stat status = {};
  return stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode);
}

/// What a symbolic link leads to, the last of them where links lead to links, even if it is not there yet: renaming a
/// file to the link's name would put the file in the link's place.
std::string target_of(std::filesystem::path path) {
  constexpr int kMostLinks = 40;  // as the kernel
  std::error_code error;
  for (int links = 0; links < kMostLinks && std::filesystem::is_symlink(path, error); ++links) {
    const auto next = std::filesystem::read_symlink(path, error);
    if (error) break;
    path = path.parent_path() / next;
  }
  return path.string();
}

/// mkstemp makes files for the owner only; a result should have the rights any new file of the user has.
void give_usual_rights(int descriptor) {
  const mode_t mask = umask(0);
  umask(mask);
  if (fchmod(descriptor, 0666 & ~mask) != 0) return;  // some file systems have no rights to give: the data matter more
}

}  // namespace

// A special file is opened by its own name: the links of /dev/stdout lead to no path.
AtomicFile::AtomicFile(const std::string& path) : path_(is_special_file(path) ? path : target_of(path)) {
  if (is_special_file(path_)) {
    descriptor_ = open(path_.c_str(), O_WRONLY | O_CLOEXEC);
  } else {
    temporary_ = path_ + ".XXXXXX";
    descriptor_ = mkostemp(temporary_.data(), O_CLOEXEC);
    if (descriptor_ >= 0) give_usual_rights(descriptor_);
  }
  if (descriptor_ < 0) fail("cannot be created");
  buffer_.reserve(kBuffer);
}

AtomicFile::~AtomicFile() {
  if (descriptor_ < 0) return;
  close(descriptor_);
  if (!temporary_.empty()) unlink(temporary_.c_str());
}

void AtomicFile::fail(const char* what) const {
  throw InputError(path_, 0, std::string(what) + ": " + std::strerror(errno));
}

void AtomicFile::write(std::string_view text) {
  if (buffer_.size() + text.size() > kBuffer) flush();
  buffer_.append(text);
}

void AtomicFile::flush() {
  std::string_view rest = buffer_;
  while (!rest.empty()) {
    const ssize_t written = ::write(descriptor_, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail("cannot be written");
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  buffer_.clear();
}

void AtomicFile::commit() {
  flush();
  if (!temporary_.empty()) {
    if (fsync(descriptor_) != 0 && errno != EINVAL && errno != EROFS) fail("cannot be written");
    if (rename(temporary_.c_str(), path_.c_str()) != 0) fail("cannot be renamed to its final name");
    temporary_.clear();
  }
  const int closing = descriptor_;
  descriptor_ = -1;
  if (close(closing) != 0) fail("cannot be written");
}

}  // namespace topomorph
