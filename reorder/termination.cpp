// SIGTERM: how launchers and batch systems end a job.
#include "reorder/termination.h"

#include <cerrno>

#include <signal.h>
#include <unistd.h>

#include "reorder/job.h"

namespace topomorph::reorder {
namespace {

/// Children that are forked inherit the handler, but have nothing to leave.
volatile pid_t watched_process = 0;

void restore_default() noexcept {
  struct sigaction ending {};
  ending.sa_handler = SIG_DFL;
  sigaction(SIGTERM, &ending, nullptr);
}

void leave_and_end(int signal);

/// Not where the application's handler, set after ours, calls the one before it: that expects us to return.
bool is_in_place() noexcept {
  struct sigaction present {};
  return sigaction(SIGTERM, nullptr, &present) == 0 && present.sa_handler == leave_and_end;
}

/// Nothing in here takes memory or a lock. The signal is blocked while it is handled: raised again, it ends the process
/// when this returns, with the status that SIGTERM gives.
void end(int signal) noexcept {
  if (watched_process == getpid()) at_abort();
  restore_default();
  raise(signal);
}

void leave_and_end(int signal) {
  const int error = errno;
  if (is_in_place()) {
    end(signal);
  } else if (watched_process == getpid()) {
    at_warning();
  }
  errno = error;
}

}  // namespace

void watch_for_termination() noexcept {
  struct sigaction present {};
  if (sigaction(SIGTERM, nullptr, &present) != 0 || (present.sa_flags & SA_SIGINFO) != 0 ||
      present.sa_handler != SIG_DFL) {
    return;
  }
  watched_process = getpid();
  struct sigaction ours {};
  ours.sa_handler = leave_and_end;
  ours.sa_flags = SA_RESTART;
  sigemptyset(&ours.sa_mask);
  sigaction(SIGTERM, &ours, nullptr);
}

void stop_watching() noexcept {
  if (is_in_place()) restore_default();
}

}  // namespace topomorph::reorder
