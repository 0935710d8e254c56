// Keeps what we write from ending the application.
#include "reorder/held_signals.h"

#include <cerrno>
#include <initializer_list>

#include <time.h>

namespace topomorph::reorder {

HeldSignals::HeldSignals() noexcept {
  sigemptyset(&ours_);
  sigaddset(&ours_, SIGPIPE);
  sigaddset(&ours_, SIGXFSZ);
  sigpending(&pending_);
  sigset_t held = ours_;
  sigaddset(&held, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &held, &before_);
}

/// Takes back the signals that our own writes have raised: they are sent to the thread that wrote.
HeldSignals::~HeldSignals() {
  const int error = errno;
  for (const int signal : {SIGPIPE, SIGXFSZ}) {
    if (sigismember(&pending_, signal) != 0) sigdelset(&ours_, signal);  // was there before us
  }
  const timespec now{};
  while (sigtimedwait(&ours_, nullptr, &now) > 0) {
  }
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  errno = error;
}

}  // namespace topomorph::reorder
