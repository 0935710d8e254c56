// Files that appear under their name complete or not at all, and whether a profile may be written under a name.
#include "core/base/atomic_file.h"

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdint>

#include <fcntl.h>
#include <unistd.h>

#include "core/base/error.h"
#include "core/base/folder.h"
#include "core/base/regular_file.h"
#include "core/base/trusted_path.h"

namespace topomorph::inline base {

namespace {

constexpr std::size_t kBuffer = std::size_t{1} << 18;
constexpr mode_t kRights = S_IRWXU | S_IRWXG | S_IRWXO;

/// Returns letters that rarely repeat. They need not be hard to guess: O_EXCL follows no link.
std::string random_suffix() {
  constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz0123456789";
  static std::atomic<std::uint64_t> calls{0};
  const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
  auto number = static_cast<std::uint64_t>(now) + (static_cast<std::uint64_t>(getpid()) << 40) + calls.fetch_add(1);
  number *= 0x9E3779B97F4A7C15ULL;
  number ^= number >> 32;
  std::string letters;
  for (; letters.size() < kTemporaryLetters; number /= kLetters.size()) letters += kLetters[number % kLetters.size()];
  return letters;
}

/// Only root can make a device, so its owner does not matter; in a container, root's devices belong to nobody.
bool is_trusted(const struct stat& special) { return S_ISCHR(special.st_mode) || is_of_caller_or_root(special); }

}  // namespace

AtomicFile::AtomicFile(const std::string& path) : path_(path) {
  buffer_.reserve(kBuffer);
  if (const auto handed = descriptor_named(path)) {
    descriptor_.reset(fcntl(*handed, F_DUPFD_CLOEXEC, 0));
    check_open();
    return;
  }
  open_in(Folder::of_file(path, name_));
}

AtomicFile::AtomicFile(const Folder& folder, const std::string& name, mode_t mode)
    : path_(folder.path_of(name)), name_(name), mode_(mode) {
  open_in(folder);
}

AtomicFile::~AtomicFile() {
  if (!is_temporary()) return;
  const int error = errno;  // the reason of a failure, which a caller may report in its own words
  unlinkat(folder_.get(), temporary_.c_str(), 0);
  errno = error;
}

/// Looks at what has the name already. Anything but "nothing" counts as a file.
void AtomicFile::open_in(const Folder& folder) {
  folder_.reset(fcntl(folder.descriptor(), F_DUPFD_CLOEXEC, 0));
  check_open(folder_);
  const auto there = folder.look(name_);
  if (!there) return create(mode_.value_or(kAnyNew));
  if (S_ISREG(there->st_mode)) return replace(*there);
  if (S_ISDIR(there->st_mode)) errno = EISDIR, fail("cannot be created");
  if (S_ISLNK(there->st_mode)) throw InputError(path_, 0, "is a link that was just made: not followed");
  open_special(*there);
}

/// Refuses what could not be renamed over: the kernel lets only owners do so in a folder with the sticky bit. Known
/// now, because the content may be lost later.
void AtomicFile::check_replaceable(const struct stat& old) const {
  struct stat folder = {};
  if (fstat(folder_.get(), &folder) != 0) fail("cannot be created");
  const uid_t caller = geteuid();
  if ((folder.st_mode & S_ISVTX) == 0 || caller == 0 || caller == old.st_uid || caller == folder.st_uid) return;
  throw InputError(path_, 0, "belongs to another user, and cannot be replaced in a folder with the sticky bit");
}

/// A new file gets the rights of the caller's own file that it replaces; no more than any new file gets where somebody
/// else can have put the old one there, and no less than its owner needs where the old one was somebody else's.
void AtomicFile::replace(const struct stat& old) {
  check_replaceable(old);
  const mode_t rights = old.st_mode & kRights;
  if (mode_) return create(*mode_);
  const bool is_own = old.st_uid == geteuid();
  create((kAnyNew & rights) | (is_own ? 0 : S_IRUSR | S_IWUSR));
  if (!is_own) return;
  const mode_t kept = has_group(old.st_gid) ? kRights : kRights & ~static_cast<mode_t>(S_IRWXG);
  struct stat folder = {}, own = {};
  if (fstat(folder_.get(), &folder) != 0 || fstat(descriptor_.get(), &own) != 0) fail("cannot be created");
  const bool is_put_there = old.st_nlink > 1 || others_may_name(old, folder_.get(), folder);
  mode_ = (is_put_there ? own.st_mode : rights) & kept;
}

/// Whether the new file belongs to the group of the one that it replaces: in a folder with the set-group-ID bit it
/// belongs to the folder's at first.
bool AtomicFile::has_group(gid_t group) const {
  struct stat own {};
  if (fstat(descriptor_.get(), &own) != 0) return false;
  return own.st_gid == group || fchown(descriptor_.get(), static_cast<uid_t>(-1), group) == 0;
}

/// The umask takes its part from `mode`; reading it would mean changing it for all threads.
void AtomicFile::create(mode_t mode) {
  constexpr int kAttempts = 100;
  for (int attempt = 0; attempt < kAttempts && !descriptor_; ++attempt) {
    temporary_ = name_ + "." + random_suffix();
    descriptor_.reset(
        openat(folder_.get(), temporary_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode));
    if (!descriptor_ && errno != EEXIST) break;
  }
  check_open();
}

/// A pipe or a device. A pipe of another user would hand the content to that user.
void AtomicFile::open_special(const struct stat& status) {
  if (!is_trusted(status)) throw InputError(path_, 0, "is no regular file, and belongs to another user");
  // The opening may wait, for a pipe's reader or a device: it must not be of what another user has put there since.
  const Descriptor there(openat(folder_.get(), name_.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
  struct stat now {};
  if (!there || fstat(there.get(), &now) != 0 || !is_same_file(now, status))
    throw InputError(path_, 0, "was exchanged");
  const std::string same = "/proc/self/fd/" + std::to_string(there.get());
  descriptor_.reset(open(same.c_str(), O_WRONLY | O_NOCTTY | O_CLOEXEC));
  check_open();
}

void AtomicFile::fail(const char* what) const { fail_by_errno(path_, what); }

void AtomicFile::check_open(const Descriptor& opened) const {
  if (!opened) fail("cannot be created");
}

void AtomicFile::write(std::string_view text) {
  if (buffer_.size() + text.size() > kBuffer) flush();
  buffer_.append(text);
}

void AtomicFile::flush() {
  std::string_view rest = buffer_;
  while (!rest.empty()) {
    const ssize_t written = ::write(descriptor_.get(), rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail("cannot be written");
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  buffer_.clear();
}

/// A file that a member of the folder's group has put in its place is not renamed.
void AtomicFile::check_temporary() const {
  struct stat own = {}, there = {};
  const Descriptor found(openat(folder_.get(), temporary_.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
  if (!found || fstat(found.get(), &there) != 0 || fstat(descriptor_.get(), &own) != 0) fail("cannot be written");
  if (!is_same_file(own, there)) throw InputError(path_, 0, "was exchanged while it was written");
}

void AtomicFile::finish() {
  flush();
  if (is_temporary() && fsync(descriptor_.get()) != 0 && errno != EINVAL && errno != EROFS) fail("cannot be written");
}

void AtomicFile::commit() {
  finish();
  if (is_temporary()) {
    check_temporary();
    if (mode_ && fchmod(descriptor_.get(), *mode_) != 0) fail("cannot get its rights");
    if (renameat(folder_.get(), temporary_.c_str(), folder_.get(), name_.c_str()) != 0)
      fail("cannot be renamed to its final name");
    temporary_.clear();
  }
  if (close(descriptor_.release()) != 0) fail("cannot be written");
}

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
