// Writes a record from a thread that may be left behind.
#include "runtime/process/sink.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "core/base/descriptor.h"
#include "core/base/file_name.h"
#include "core/base/text.h"
#include "core/base/trusted_path.h"
#include "runtime/process/fixed_string.h"
#include "runtime/process/thread.h"

namespace topomorph::process {
namespace {

/// Outlives deliver() if the thread is left behind.
struct Work {
  FixedString place;  ///< of the sink: a path
  bool is_file = false;
  std::array<char, kLongestRecord> text{};
  std::size_t length = 0;
  std::atomic<int> state{0};  ///< 1: done, 2: failed
};

Work& work() {
  static constinit Work only;
  return only;
}

void put_path(FixedString& place, std::string_view path) {
  for (std::size_t at = path.find("%u"); at != path.npos; at = path.find("%u")) {
    place << path.substr(0, at) << getuid();
    path.remove_prefix(at + 2);
  }
  place << path;
}

/// Whether it is a file for the records of this user: another user could have put a file or a link there, to read them,
/// or another file of this user's, which others may read or write, or under a second name. A file of root's that users
/// may write to can get second names.
bool is_own_file(const struct stat& status) {
  constexpr mode_t kOthers = S_IRWXG | S_IRWXO;
  if (!S_ISREG(status.st_mode)) return false;
  if (status.st_uid == 0 && geteuid() != 0) return true;
  return status.st_uid == geteuid() && status.st_nlink == 1 && (geteuid() == 0 || (status.st_mode & kOthers) == 0);
}

/// Whether the file ends within a line, as when the disk was full. Not known of a file that cannot be read.
bool ends_in_line(int file, off_t size) {
  char last = '\n';
  return size > 0 && pread(file, &last, 1, size - 1) == 1 && last != '\n';
}

bool append_to_open_file(int file, std::string_view text) {
  struct stat status {};
  if (fstat(file, &status) != 0 || !is_own_file(status)) return false;
  if (ends_in_line(file, status.st_size) && write(file, "\n", 1) != 1) return false;
  return write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

/// A file of root's may be one that users may write to and not read.
bool append_to_file(const char* path, std::string_view text) {
  constexpr mode_t kMode = 0600;
  constexpr int kFlags = O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
  static constinit TrustedPath trusted;  // too large for the stack of this thread
  FixedString folder_path(folder_name(path));
  const Descriptor folder(trusted.open_folder(folder_path.c_str()));
  if (!folder) return false;
  const char* const name = file_name(path).data();  // it ends where the path does
  Descriptor file(openat(folder.get(), name, O_RDWR | kFlags, kMode));
  if (!file && errno == EACCES) file = Descriptor(openat(folder.get(), name, O_WRONLY | kFlags, kMode));
  return file && append_to_open_file(file.get(), text);
}

/// Returns a datagram socket whose other end is there; -1, with errno, if it cannot be reached.
int connected_to(std::string_view path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof(address.sun_path)) return errno = ENAMETOOLONG, -1;
  path.copy(static_cast<char*>(address.sun_path), path.size());
  const int socket = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (socket < 0 || connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0) return socket;
  const int error = errno;
  close(socket);
  return errno = error, -1;
}

bool send_to(std::string_view path, std::string_view text) {
  const int socket = connected_to(path);
  if (socket < 0) return false;
  const ssize_t sent = send(socket, text.data(), text.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
  close(socket);
  return sent == static_cast<ssize_t>(text.size());
}

void* run(void*) {
  Work& mine = work();
  const std::string_view text(mine.text.data(), mine.length);
  const bool done = mine.is_file ? append_to_file(mine.place.c_str(), text) : send_to(mine.place.text(), text);
  mine.state.store(done ? 1 : 2);
  return nullptr;
}

/// Takes the line with what the sink wants around it. Returns false if it is too long.
bool take_line(std::string_view before, std::string_view line, std::string_view after) {
  Work& mine = work();
  if (before.size() + line.size() + after.size() > mine.text.size()) return false;
  for (const std::string_view part : {before, line, after}) {
    part.copy(mine.text.data() + mine.length, part.size());
    mine.length += part.size();
  }
  return true;
}

constexpr const char* kSyslog = "/dev/log";

/// Syslog's own form: priority (facility user, severity info) and a tag.
bool prepare(std::string_view sink, std::string_view line) {
  Work& mine = work();
  if (sink == "syslog") return mine.place << kSyslog, take_line("<14>topomorph: ", line, "");
  mine.is_file = take_prefix(sink, "file:");
  if (!mine.is_file && !take_prefix(sink, "socket:")) return false;
  put_path(mine.place, sink);
  return take_line("", line, mine.is_file ? "\n" : "");
}

const char* obstacle_to_file(std::string_view name) {
  FixedString path;
  put_path(path, name);
  struct stat status {};
  if (lstat(path.c_str(), &status) == 0) {
    if (!is_own_file(status)) return "no file of root, and none that is this user's alone (mode 0600, one name)";
    return access(path.c_str(), W_OK) == 0 ? nullptr : strerror(errno);
  }
  FixedString folder(folder_name(path.text()));
  return access(folder.c_str(), W_OK | X_OK) == 0 ? nullptr : strerror(errno);
}

const char* obstacle_to_socket(std::string_view path) {
  const int socket = connected_to(path);
  if (socket < 0) return strerror(errno);
  close(socket);
  return nullptr;
}

}  // namespace

const char* obstacle_to_delivery(std::string_view sink) noexcept {
  if (sink == "syslog") return obstacle_to_socket(kSyslog);
  return take_prefix(sink, "file:") ? obstacle_to_file(sink) : obstacle_to_socket(sink.substr(sink.find(':') + 1));
}

Delivery deliver(std::string_view sink, std::string_view line) noexcept {
  constexpr int kSteps = 250;
  constexpr timespec kStep{0, 1'000'000};
  if (work().length > 0 || !prepare(sink, line) || !in_thread(run, nullptr)) return Delivery::Failed;
  for (int step = 0; step < kSteps; ++step) {
    if (const int state = work().state.load(); state != 0) return state == 1 ? Delivery::Done : Delivery::Failed;
    nanosleep(&kStep, nullptr);
  }
  return Delivery::TooLong;
}

}  // namespace topomorph::process
