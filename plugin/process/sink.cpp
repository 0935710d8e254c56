// Writes a record from a thread that may be left behind.
#include "plugin/process/sink.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "plugin/process/fixed_string.h"
#include "plugin/process/thread.h"

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

bool take_word(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  return true;
}

void put_path(FixedString& place, std::string_view path) {
  for (std::size_t at = path.find("%u"); at != path.npos; at = path.find("%u")) {
    place << path.substr(0, at) << getuid();
    path.remove_prefix(at + 2);
  }
  place << path;
}

/// A pipe without a reader is refused, and one with a reader is no file of records either.
bool append_to_file(const char* path, std::string_view text) {
  constexpr mode_t kMode = 0640;
  const int file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, kMode);
  if (file < 0) return false;
  struct stat status {};
  const bool written = fstat(file, &status) == 0 && S_ISREG(status.st_mode) &&
                       write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  close(file);
  return written;
}

bool send_to(std::string_view path, std::string_view text) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof(address.sun_path)) return false;
  path.copy(static_cast<char*>(address.sun_path), path.size());
  const int socket = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (socket < 0) return false;
  const ssize_t sent = sendto(socket, text.data(), text.size(), MSG_DONTWAIT | MSG_NOSIGNAL,
                              reinterpret_cast<const sockaddr*>(&address), sizeof(address));
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
bool take(std::string_view before, std::string_view line, std::string_view after) {
  Work& mine = work();
  if (before.size() + line.size() + after.size() > mine.text.size()) return false;
  for (const std::string_view part : {before, line, after}) {
    part.copy(mine.text.data() + mine.length, part.size());
    mine.length += part.size();
  }
  return true;
}

/// Syslog's own form: priority (facility user, severity info) and a tag.
bool prepare(std::string_view sink, std::string_view line) {
  Work& mine = work();
  if (sink == "syslog") return mine.place << "/dev/log", take("<14>topomorph: ", line, "");
  mine.is_file = take_word(sink, "file:");
  if (!mine.is_file && !take_word(sink, "socket:")) return false;
  put_path(mine.place, sink);
  return take("", line, mine.is_file ? "\n" : "");
}

}  // namespace

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
