// Passes lines on between two sockets in a thread.
#include "runtime/process/pmi_relay.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <string_view>

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "runtime/process/deadline.h"
#include "runtime/process/pmi.h"
#include "runtime/process/thread.h"

namespace topomorph::process::pmi {
namespace {

/// The thread owns it until `ended`.
struct Relay {
  int place = -1;     ///< the descriptor by which the MPI library knows the launcher
  int launcher = -1;  ///< the launcher itself
  int library = -1;   ///< the end that faces the MPI library; closed by the thread
  double seconds = 0;
  void (*greeted)() = nullptr;
  bool heard = false;  ///< the launcher has answered for the first time
  bool in_pmi_1 = false;
  std::atomic<bool> ended = false;
};

Relay& relay() {
  static constinit Relay only;
  return only;
}

bool write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = send(descriptor, text.data(), text.size(), MSG_NOSIGNAL);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

/// Returns false at the end of either side.
bool pass_on(int from, int to) {
  std::array<char, 4096> bytes{};
  const ssize_t count = recv(from, bytes.data(), bytes.size(), MSG_DONTWAIT);
  if (count < 0) return errno == EAGAIN || errno == EINTR;
  return count > 0 && write_all(to, {bytes.data(), static_cast<std::size_t>(count)});
}

/// Passes on what the launcher says. Its first words are the answer to a greeting.
bool pass_on_answers(Relay& here) {
  if (here.heard) return pass_on(here.launcher, here.library);
  here.heard = true;
  FixedString greeting = join(here.launcher, here.seconds);
  if (greeting.empty()) return pass_on(here.launcher, here.library);
  here.in_pmi_1 = true;
  if (is_open()) here.greeted();
  return write_all(here.library, greeting << "\n");
}

void* stand_between(void*) {
  Relay& here = relay();
  std::array<pollfd, 2> sides{pollfd{here.library, POLLIN, 0}, pollfd{here.launcher, POLLIN, 0}};
  for (bool both = true; both;) {
    if (poll(sides.data(), sides.size(), -1) < 0) break;  // no signal reaches this thread
    if (sides[0].revents != 0) both = pass_on(here.library, here.launcher);
    if (both && sides[1].revents != 0) both = pass_on_answers(here);
  }
  const int library = here.library;
  here.ended = true;
  close(library);  // the MPI library sees the end of a launcher; end_relay() sees that of the thread
  return nullptr;
}

bool is_stream(int descriptor) {
  int kind = 0;
  socklen_t length = sizeof kind;
  return getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &kind, &length) == 0 && kind == SOCK_STREAM;
}

/// Makes the pair of sockets and puts one end in the launcher's place.
bool take_its_place(Relay& here) {
  int ends[2];
  if (!is_stream(here.place) || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return false;
  here.library = ends[0];
  here.launcher = fcntl(here.place, F_DUPFD_CLOEXEC, 0);
  const bool in_place = here.launcher >= 0 && dup2(ends[1], here.place) == here.place;
  close(ends[1]);
  if (in_place) return true;
  close(here.library);
  if (here.launcher >= 0) close(here.launcher);
  return false;
}

void give_back(const Relay& here) {
  dup2(here.launcher, here.place);
  close(here.launcher);
}

}  // namespace

bool begin_relay(double seconds, void (*greeted)()) noexcept {
  Relay& here = relay();
  here.place = descriptor().value_or(-1);
  if (!take_its_place(here)) return false;
  here.seconds = seconds;
  here.greeted = greeted;
  here.heard = here.in_pmi_1 = false;
  here.ended = false;
  if (in_thread(stand_between, nullptr)) return true;
  give_back(here);
  close(here.library);
  return false;
}

bool end_relay() noexcept {
  Relay& here = relay();
  shutdown(here.place, SHUT_WR);
  const Deadline patience(here.seconds);
  char rest = 0;
  while (!here.ended && patience.wait_for_input(here.place)) recv(here.place, &rest, 1, MSG_DONTWAIT);
  give_back(here);
  go_on_at(here.place);
  return here.in_pmi_1;
}

}  // namespace topomorph::process::pmi
