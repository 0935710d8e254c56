// Files that appear under their name complete or not at all.
#include "core/base/atomic_file.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <string_view>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/error.h"

namespace topomorph::inline base {
namespace {

constexpr std::size_t kBuffer = std::size_t{1} << 18;

bool is_special_file(const std::string& path) {
  struct stat status = {};
  return stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode);
}

/// Returns the path at the end of a chain of symbolic links, even if no file is there yet. Without this step, renaming
/// a file to the link's name would replace the link.
std::string target_of(std::filesystem::path path) {
  constexpr int kMostLinks = 40;  // the kernel's limit
  std::error_code error;
  for (int links = 0; links < kMostLinks && std::filesystem::is_symlink(path, error); ++links) {
    const auto next = std::filesystem::read_symlink(path, error);
    if (error) break;
    path = path.parent_path() / next;
  }
  return path.string();
}

/// Returns letters that rarely repeat. They need not be hard to guess: O_EXCL follows no link.
std::string random_suffix() {
  constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz0123456789";
  static std::atomic<std::uint64_t> calls{0};
  const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
  auto number = static_cast<std::uint64_t>(now) + (static_cast<std::uint64_t>(getpid()) << 40) + calls.fetch_add(1);
  number *= 0x9E3779B97F4A7C15ULL;
  number ^= number >> 32;
  std::string letters;
  for (; letters.size() < 6; number /= kLetters.size()) letters += kLetters[number % kLetters.size()];
  return letters;
}

/// Creates a file as mkstemp does, but with the access rights of any new file of the user; mkstemp's is for the owner
/// only. open() applies the umask; reading it would mean changing it for all threads.
int create_beside(const std::string& path, std::string& temporary) {
  constexpr int kAttempts = 100;
  int descriptor = -1;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    temporary = path + "." + random_suffix();
    descriptor = open(temporary.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (descriptor >= 0 || errno != EEXIST) break;
  }
  return descriptor;
}

}  // namespace

// A special file is opened by its own name, because the links of /dev/stdout lead to no path.
AtomicFile::AtomicFile(const std::string& path) : path_(is_special_file(path) ? path : target_of(path)) {
  if (is_special_file(path_)) {
    descriptor_ = open(path_.c_str(), O_WRONLY | O_CLOEXEC);
  } else {
    descriptor_ = create_beside(path_, temporary_);
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

namespace {

constexpr std::string_view kMagic{"SQLite format 3\0", 16};

/// SQLite's first page has its magic string and the schema as text. The check reads it without SQLite, because it runs
/// inside the application.
bool looks_like_profile(std::string_view page) {
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

bool is_profile(const std::string& path) noexcept {
  try {
    return std::filesystem::is_regular_file(path) && first_page(path).starts_with(kMagic);
  } catch (const std::exception&) {
    return false;
  }
}

void check_profile_target(const std::string& path) {
  check_present(path);
  const AtomicFile tried(path);  // its destructor removes the trial file
}

}  // namespace topomorph::inline base
