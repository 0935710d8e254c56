// A key that only its user knows, in a file that nobody else can read, and what it makes of a program's arguments.
#include "core/store/secret_key.h"

#include <array>
#include <cerrno>
#include <random>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/error.h"

namespace topomorph::store {

namespace {

constexpr std::size_t kLongestKey = 4096;
constexpr int kWordsOfKey = 8;  // of 32 bits
constexpr mode_t kOthers = S_IRWXG | S_IRWXO;

std::string random_digits(int words) {
  std::random_device random;
  std::string text;
  for (int i = 0; i < words; ++i) text += fmt::format("{:08x}", random());
  return text;
}

/// Gives the unfinished file its name, unless the name is taken.
bool give_name(const Folder& folder, const std::string& unfinished, const std::string& name) {
  const int at = folder.descriptor();
  if (linkat(at, unfinished.c_str(), at, name.c_str(), 0) == 0 || errno == EEXIST) return true;
  if (errno != EPERM && errno != EOPNOTSUPP && errno != ENOSYS) return false;
  return renameat(at, unfinished.c_str(), at, name.c_str()) == 0;  // no links in this file system
}

/// Makes the file under a name of its own first: nobody reads a part of it, and nobody's key is replaced.
void make_key(const Folder& folder, const std::string& name) {
  const std::string text = random_digits(kWordsOfKey) + "\n", unfinished = name + "." + random_digits(2);
  const Descriptor file(openat(folder.descriptor(), unfinished.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  const bool is_made = file && fchmod(file.get(), 0600) == 0 &&
                       ::write(file.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size()) &&
                       fsync(file.get()) == 0 && give_name(folder, unfinished, name);
  const int error = errno;
  if (file) folder.remove(unfinished);
  errno = error;
  if (!is_made) fail_by_errno(folder.path_of(name), "cannot be made");
}

void check_secret(const Descriptor& file, const std::string& path) {
  struct stat status {};
  if (fstat(file.get(), &status) != 0) fail_by_errno(path, "cannot be read");
  if (status.st_uid != geteuid()) throw InputError(path, 0, "belongs to another user, who would know the key");
  if ((status.st_mode & kOthers) == 0) return;
  throw InputError(path, 0,
                   fmt::format("has mode {:04o}, expected 0600: others would know the key", status.st_mode & 07777U));
}

std::string first_line(const Descriptor& file, const std::string& path) {
  std::array<char, kLongestKey> text{};
  const ssize_t got = ::read(file.get(), text.data(), text.size());
  if (got < 0) fail_by_errno(path, "cannot be read");
  const std::string_view all(text.data(), static_cast<std::size_t>(got));
  std::string_view line = all.substr(0, all.find('\n'));
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (line.size() >= kShortestKey) return std::string(line);
  throw InputError(path, 0,
                   fmt::format("found a key of {} bytes, expected {} or more: a short one can be found by trying",
                               line.size(), kShortestKey));
}

}  // namespace

bool is_random_key(std::string_view text) {
  return text.size() == std::size_t{8} * kWordsOfKey && text.find_first_not_of("0123456789abcdef") == text.npos;
}

SecretKey secret_key_in(const Folder& folder, const std::string& name) {
  SecretKey key;
  key.is_new = !folder.look(name);
  if (key.is_new) make_key(folder, name);
  const Descriptor file = folder.open_file(name);
  check_secret(file, folder.path_of(name));
  key.text = first_line(file, folder.path_of(name));
  return key;
}

namespace {

constexpr std::string_view kWords = "(arguments left out, ";

}  // namespace

SipKey argument_key(const std::string& folder) {
  const Folder store(folder);
  const std::string name = fmt::format("arguments-{}.key", geteuid());
  const std::string key = secret_key_in(store, name).text;
  if (is_random_key(key)) return sip_key_of(key);
  // Another member of the store's group may have given the name to a file of this user that it can guess.
  throw InputError(store.path_of(name), 0, "is no key that topomorph has made: remove it");
}

std::string left_out(std::string_view arguments, const SipKey& key) {
  if (arguments.empty()) return "";
  return fmt::format("{}{})", kWords, hashed_name(arguments, key).data());
}

bool are_left_out(std::string_view arguments) { return arguments.starts_with(kWords); }

}  // namespace topomorph::store
