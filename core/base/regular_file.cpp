// Opens regular files alone, and reads them at any offset.
#include "core/base/regular_file.h"

#include <cerrno>

#include <unistd.h>

#include "core/base/trusted_path.h"

namespace topomorph::inline base {
namespace {

/// Without O_NONBLOCK the opening would wait for the holder of a lease (fcntl(2)).
constexpr int kReadingAtOnce = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;

Descriptor refused() {
  errno = EINVAL;
  return {};
}

/// Opens by the name again, where no /proc is mounted; the file may have been exchanged.
Descriptor open_again(int folder, const std::string& name, int links, const struct stat& held) {
  Descriptor file(openat(folder, name.c_str(), kReadingAtOnce | links));
  struct stat status {};
  if (!file || fstat(file.get(), &status) != 0) return {};
  return is_same_file(status, held) ? std::move(file) : refused();
}

}  // namespace

Descriptor open_regular(int folder, const std::string& name, int links) {
  const Descriptor held(openat(folder, name.c_str(), O_PATH | O_CLOEXEC | links));
  struct stat status {};
  if (!held || fstat(held.get(), &status) != 0) return {};
  if (!S_ISREG(status.st_mode)) return refused();
  Descriptor file(open(("/proc/self/fd/" + std::to_string(held.get())).c_str(), kReadingAtOnce));
  return file || errno != ENOENT ? std::move(file) : open_again(folder, name, links, status);
}

RegularFile::RegularFile(const std::string& path) : file_(open_regular(AT_FDCWD, path)) {
  struct stat status {};
  if (file_ && fstat(file_.get(), &status) != 0) file_.reset();
  size_ = static_cast<std::uint64_t>(status.st_size);
}

std::string RegularFile::bytes_at(std::uint64_t offset, std::size_t most) const {
  std::string bytes(most, '\0');
  std::size_t size = 0;
  while (size < most) {
    const ssize_t got = pread(file_.get(), bytes.data() + size, most - size, static_cast<off_t>(offset + size));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    size += static_cast<std::size_t>(got);
  }
  bytes.resize(size);
  return bytes;
}

}  // namespace topomorph::inline base
