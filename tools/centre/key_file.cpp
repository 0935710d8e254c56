// Reads and makes the key of hashed names.
#include "tools/centre/key_file.h"

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string_view>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/error.h"

namespace topomorph::centre {

namespace {

constexpr std::size_t kLongestKey = 4096;

[[noreturn]] void fail_with_key(const std::string& path, const std::string& why) { throw InputError(path, 0, why); }

[[noreturn]] void fail_by_errno(const std::string& path, const char* what) {
  fail_with_key(path, fmt::format("{}: {}", what, std::strerror(errno)));
}

/// A descriptor that is closed.
struct Open {
  explicit Open(int opened) : number(opened) {}
  ~Open() {
    if (number >= 0) close(number);
  }
  Open(const Open&) = delete;
  Open& operator=(const Open&) = delete;
  int number;
};

void check_key_file(int file, const std::string& path) {
  struct stat status = {};
  if (fstat(file, &status) != 0) fail_by_errno(path, "cannot be read");
  if (!S_ISREG(status.st_mode)) fail_with_key(path, "is no regular file, expected the key of hashed names");
  if (status.st_uid != geteuid()) fail_with_key(path, "belongs to another user, who would know the key");
  if ((status.st_mode & 077) != 0) {
    fail_with_key(path,
                  fmt::format("has mode {:04o}, expected 0600: others would know the key", status.st_mode & 07777));
  }
}

std::string first_line(int file, const std::string& path) {
  std::array<char, kLongestKey> text{};
  const ssize_t got = read(file, text.data(), text.size());
  if (got < 0) fail_by_errno(path, "cannot be read");
  const std::string_view all(text.data(), static_cast<std::size_t>(got));
  std::string_view line = all.substr(0, all.find('\n'));
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (line.size() >= kShortestKey) return std::string(line);
  fail_with_key(path, fmt::format("found a key of {} bytes, expected {} or more: a short one can be found by trying",
                                  line.size(), kShortestKey));
}

std::string random_key() {
  std::array<std::uint64_t, 4> words{};
  if (getrandom(words.data(), sizeof(words), 0) != sizeof(words)) {
    throw InputError(fmt::format("--hash-names: no random key: {}", std::strerror(errno)));
  }
  std::string text;
  for (const std::uint64_t word : words) text += fmt::format("{:016x}", word);
  return text + "\n";
}

/// Makes the file under another name first. A file that has appeared meanwhile stays.
void make_key(const std::string& path) {
  std::string temporary = path + ".XXXXXX";
  const Open file(mkostemp(temporary.data(), O_CLOEXEC));
  if (file.number < 0) fail_by_errno(path, "cannot be made");
  const std::string text = random_key();
  const bool is_written = write(file.number, text.data(), text.size()) == static_cast<ssize_t>(text.size()) &&
                          fsync(file.number) == 0 && (link(temporary.c_str(), path.c_str()) == 0 || errno == EEXIST);
  const int why = errno;
  unlink(temporary.c_str());
  errno = why;
  if (!is_written) fail_by_errno(path, "cannot be made");
}

int open_key(const std::string& path) {
  return open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
}

std::string state_folder() {
  const auto folder = [](const char* name) {
    const char* const value = std::getenv(name);
    return value != nullptr && *value == '/' ? std::string(value) : std::string();
  };
  if (const std::string state = folder("XDG_STATE_HOME"); !state.empty()) return state;
  if (const std::string home = folder("HOME"); !home.empty()) return home + "/.local/state";
  throw InputError(
      "--hash-names: no HOME and no XDG_STATE_HOME: there is no place for a key, expected --hash-key FILE");
}

/// Makes what is missing of the folder, for its owner alone.
void make_folder(const std::filesystem::path& folder) {
  if (folder.has_parent_path() && !std::filesystem::exists(folder.parent_path())) make_folder(folder.parent_path());
  if (mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST) fail_by_errno(folder.string(), "cannot be made");
}

}  // namespace

std::string default_key_file() {
  const std::string folder = state_folder() + "/topomorph";
  make_folder(folder);
  return folder + "/hash-names.key";
}

HashKey key_from_file(const std::string& path) {
  HashKey key;
  Open file(open_key(path));
  if (file.number < 0 && errno == ENOENT) {
    key.is_new = true;
    make_key(path);
    file.number = open_key(path);
  }
  if (file.number < 0) fail_by_errno(path, "cannot be read");
  check_key_file(file.number, path);
  key.text = first_line(file.number, path);
  return key;
}

}  // namespace topomorph::centre
