// A folder held open: what is done in it stays in it.
#include "core/base/folder.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <memory>

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include "core/base/error.h"
#include "core/base/regular_file.h"
#include "core/base/trusted_path.h"

namespace topomorph::inline base {
namespace {

constexpr int kFolder = O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

struct stat status_of(int descriptor, const std::string& path) {
  struct stat status {};
  if (fstat(descriptor, &status) != 0) fail_by_errno(path, "cannot be examined");
  return status;
}

/// Returns a folder that `open` was to open by the rules of TrustedPath; errno tells why it did not. Throws InputError
/// for a path that is refused.
Descriptor opened(const std::string& path, TrustedPath& trusted, int (TrustedPath::*open)(const char*) noexcept) {
  Descriptor folder((trusted.*open)(path.c_str()));
  if (!folder && trusted.refusal() != nullptr) throw InputError(path, 0, trusted.refusal());
  return folder;
}

Descriptor opened(const std::string& path) {
  TrustedPath trusted;
  return opened(path, trusted, &TrustedPath::open_folder);
}

std::string parent_of(const std::string& path) {
  const std::size_t end = path.find_last_not_of('/'), slash = path.rfind('/', end);
  if (slash == path.npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

std::string last_name_of(const std::string& path) {
  const std::size_t end = path.find_last_not_of('/'), slash = path.rfind('/', end);
  return path.substr(slash == path.npos ? 0 : slash + 1, end - slash);
}

}  // namespace

Folder::Folder(Descriptor descriptor, std::string path) : descriptor_(std::move(descriptor)), path_(std::move(path)) {}

Folder::Folder(const std::string& path) : Folder(opened(path), path) {
  if (!descriptor_) fail_by_errno(path, "cannot be read");
}

std::optional<Folder> Folder::open_if_there(const std::string& path) {
  Descriptor folder = opened(path);
  if (folder) return Folder(std::move(folder), path);
  if (errno == ENOENT) return std::nullopt;
  fail_by_errno(path, "cannot be read");
}

Folder Folder::of_file(const std::string& path, std::string& name) {
  TrustedPath trusted;
  Descriptor folder = opened(path, trusted, &TrustedPath::open_folder_of);
  if (!folder) fail_by_errno(path, "cannot be created");
  name = trusted.name();
  return {std::move(folder), parent_of(path)};
}

Folder Folder::make_all(const std::string& path) {
  Descriptor there = opened(path);
  if (there) return {std::move(there), path};
  if (errno != ENOENT || path.find_first_not_of("/.") == path.npos) fail_by_errno(path, "cannot be created");
  make_all(parent_of(path)).make(last_name_of(path), 0700);
  return Folder(path);
}

std::optional<Folder> Folder::enter_if_there(const std::string& name) const {
  Descriptor inner(openat(descriptor(), name.c_str(), kFolder));
  if (!inner && errno == ENOENT) return std::nullopt;
  if (inner) return Folder(std::move(inner), path_of(name));
  const auto there = look(name);
  if (there && S_ISLNK(there->st_mode)) throw InputError(path_of(name), 0, "is a link, expected a folder");
  errno = ENOTDIR;
  fail_by_errno(path_of(name), "cannot be read");
}

Folder Folder::enter(const std::string& name) const {
  auto inner = enter_if_there(name);
  if (inner) return std::move(*inner);
  errno = ENOENT;
  fail_by_errno(path_of(name), "cannot be read");
}

bool Folder::make(const std::string& name, mode_t mode) const {
  if (mkdirat(descriptor(), name.c_str(), 0700) != 0) {
    if (errno == EEXIST) return false;
    fail_by_errno(path_of(name), "cannot be created");
  }
  const Descriptor made(openat(descriptor(), name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!made || (mode != 0700 && fchmod(made.get(), mode) != 0)) fail_by_errno(path_of(name), "cannot be created");
  return true;
}

struct stat Folder::status() const {
  return status_of(descriptor(), path_);
}

std::optional<struct stat> Folder::look(const std::string& name) const {
  const Descriptor there(openat(descriptor(), name.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
  if (!there && errno == ENOENT) return std::nullopt;
  if (!there) fail_by_errno(path_of(name), "cannot be examined");
  return status_of(there.get(), path_of(name));
}

std::vector<std::string> Folder::names() const {
  Descriptor again(openat(descriptor(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  const std::unique_ptr<DIR, int (*)(DIR*)> entries(again ? fdopendir(again.get()) : nullptr, closedir);
  if (!entries) fail_by_errno(path_, "cannot be read");
  again.release();  // closedir() closes it
  std::vector<std::string> names;
  errno = 0;
  while (const dirent* const entry = readdir(entries.get())) {
    const std::string name = static_cast<const char*>(entry->d_name);
    if (name != "." && name != "..") names.push_back(name);
    errno = 0;
  }
  if (errno != 0) fail_by_errno(path_, "cannot be read");
  std::sort(names.begin(), names.end());
  return names;
}

Descriptor Folder::open_file(const std::string& name) const {
  Descriptor file = open_regular(descriptor(), name, O_NOFOLLOW);
  if (!file && errno == EINVAL) throw InputError(path_of(name), 0, "is no regular file");
  if (!file) fail_by_errno(path_of(name), "cannot be read");
  return file;
}

std::string Folder::read(const Descriptor& file, const std::string& name, std::uint64_t most) const {
  std::string text;
  std::array<char, 1 << 14> piece;
  for (;;) {
    const ssize_t got = ::read(file.get(), piece.data(), piece.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail_by_errno(path_of(name), "cannot be read");
    if (got == 0) return text;
    text.append(piece.data(), static_cast<std::size_t>(got));
    if (text.size() > most)
      throw InputError(path_of(name), 0, "found more than " + std::to_string(most) + " bytes, expected at most that");
  }
}

bool Folder::remove(const std::string& name) const noexcept {
  return unlinkat(descriptor(), name.c_str(), 0) == 0 || errno == ENOENT;
}

bool Folder::remove_folder(const std::string& name) const noexcept {
  return unlinkat(descriptor(), name.c_str(), AT_REMOVEDIR) == 0 || errno == ENOENT;
}

void Folder::rename(const std::string& from, const std::string& to) const {
  if (renameat(descriptor(), from.c_str(), descriptor(), to.c_str()) != 0)
    fail_by_errno(path_of(from), ("cannot be renamed to " + to).c_str());
}

}  // namespace topomorph::inline base
