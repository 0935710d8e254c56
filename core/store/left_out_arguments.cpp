// Makes keys and digests of arguments.
#include "core/store/left_out_arguments.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <random>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/error.h"

namespace topomorph::store {
namespace {

constexpr std::string_view kWords = "(arguments left out, ";
constexpr std::size_t kDigits = 32;

std::string random_digits() {
  std::random_device random;
  return fmt::format("{:08x}{:08x}{:08x}{:08x}", random(), random(), random(), random());
}

[[noreturn]] void fail(const std::string& file, const std::string& how) { throw InputError(file, 0, how); }

/// An open file, which the destructor closes.
struct OpenFile {
  explicit OpenFile(int descriptor) : number(descriptor) {}
  ~OpenFile() {
    if (number >= 0) close(number);
  }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  int number;
};

/// Makes the file under a name of its own and then gives it the name, unless another process was first: nobody reads a
/// part of it, and nobody's key is replaced.
void make_key(const std::string& path) {
  std::string unfinished = path + ".XXXXXX";
  const OpenFile file(mkostemp(unfinished.data(), O_CLOEXEC));  // mode 600
  if (file.number < 0) fail(path, fmt::format("cannot be made: {}", std::strerror(errno)));
  const std::string text = random_digits() + "\n";
  const bool is_whole = write(file.number, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  const bool is_named = is_whole && (link(unfinished.c_str(), path.c_str()) == 0 || errno == EEXIST);
  const int error = errno;
  const bool is_renamed =
      is_whole && !is_named && rename(unfinished.c_str(), path.c_str()) == 0;  // no links in this file system
  if (!is_renamed) unlink(unfinished.c_str());
  if (!is_named && !is_renamed) fail(path, fmt::format("cannot be made: {}", std::strerror(error)));
}

void check_owner(const std::string& path, const OpenFile& file) {
  struct stat status {};
  constexpr mode_t kOthers = 077;
  if (fstat(file.number, &status) != 0 || !S_ISREG(status.st_mode)) fail(path, "is no regular file");
  if (status.st_uid != geteuid()) fail(path, fmt::format("belongs to user {}: expected {}", status.st_uid, geteuid()));
  if ((status.st_mode & kOthers) == 0) return;
  fail(path, fmt::format("has mode {:o}: expected 600, or no file, and the cases with arguments begin anew",
                         status.st_mode & 0777U));
}

/// Returns the key in digits; nothing may be missing.
SipKey key_in(const std::string& path, const OpenFile& file) {
  std::array<char, kDigits + 2> text{};
  const ssize_t length = read(file.number, text.data(), kDigits + 1);
  SipKey key;
  const bool is_key = length == kDigits + 1 && text[kDigits] == '\n' &&
                      std::sscanf(text.data(), "%16lx%16lx", &key.low, &key.high) == 2;
  if (!is_key) fail(path, fmt::format("is no key: expected {} hexadecimal digits", kDigits));
  return key;
}

}  // namespace

SipKey argument_key(const std::string& folder) {
  const std::string path = fmt::format("{}/arguments-{}.key", folder, geteuid());
  constexpr int kFlags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
  if (faccessat(AT_FDCWD, path.c_str(), F_OK, AT_SYMLINK_NOFOLLOW | AT_EACCESS) != 0 && errno == ENOENT) make_key(path);
  const OpenFile file(open(path.c_str(), kFlags));
  if (file.number < 0) fail(path, fmt::format("cannot be read: {}", std::strerror(errno)));
  check_owner(path, file);
  return key_in(path, file);
}

std::string left_out(std::string_view arguments, const SipKey& key) {
  if (arguments.empty()) return "";
  return fmt::format("{}{})", kWords, hashed_name(arguments, key).data());
}

bool are_left_out(std::string_view arguments) { return arguments.starts_with(kWords); }

}  // namespace topomorph::store
