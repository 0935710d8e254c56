// Writes lines to stderr without memory and without raising a signal.
#include "runtime/process/message.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <initializer_list>

#include <time.h>
#include <unistd.h>

#include "core/base/terminal_text.h"
#include "core/settings/settings.h"
#include "runtime/process/environment.h"

namespace topomorph::process {
namespace {

bool (*may_write)() = nullptr;

}  // namespace

void write_lines_if(bool (*may)()) noexcept { may_write = may; }

void say(std::string_view line) noexcept {
  if (is_on(settings::Id::Quiet) || (may_write != nullptr && !may_write())) {
    return;
  }
  std::array<char, 4096> text{};  // PIPE_BUF: lines of several processes, or of the application, are not interleaved
  char* end = text.data();
  for (const std::string_view part : {std::string_view("topomorph: "), line.substr(0, text.size() - 16)}) {
    end = std::copy(part.begin(), part.end(), end);
  }
  end = text.data() + make_fit_for_terminal(text.data(), static_cast<std::size_t>(end - text.data()));
  *end++ = '\n';
  const HeldSignals held;
  [[maybe_unused]] const ssize_t written =
      write(STDERR_FILENO, text.data(), static_cast<std::size_t>(end - text.data()));
}

HeldSignals::HeldSignals() noexcept {
  sigemptyset(&ours_);
  sigaddset(&ours_, SIGPIPE);
  sigaddset(&ours_, SIGXFSZ);
  sigpending(&pending_);
  sigset_t held = ours_;
  sigaddset(&held, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &held, &before_);
}

/// Discards the signals that our own writes have raised. The system sends them to the thread that writes.
HeldSignals::~HeldSignals() {
  const int error = errno;
  for (const int signal : {SIGPIPE, SIGXFSZ}) {
    if (sigismember(&pending_, signal) != 0) sigdelset(&ours_, signal);  // was pending before
  }
  const timespec now{};
  while (sigtimedwait(&ours_, nullptr, &now) > 0) {
  }
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  errno = error;
}

}  // namespace topomorph::process
