// Polls a descriptor until the deadline.
#include "runtime/process/deadline.h"

#include <algorithm>
#include <cerrno>

#include <poll.h>

namespace topomorph::process {

namespace {

using Clock = std::chrono::steady_clock;

}  // namespace

Deadline::Deadline(double seconds) noexcept
    : end_(Clock::now() +
           std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(std::min(seconds, 1e6)))) {}

bool Deadline::has_passed() const noexcept { return Clock::now() > end_; }

bool Deadline::wait_for_input(int descriptor) const noexcept {
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end_ - Clock::now()).count();
    if (left <= 0) return false;
    pollfd input{descriptor, POLLIN, 0};
    const int ready = poll(&input, 1, static_cast<int>(std::min<long>(left, 1'000'000)));
    if (ready >= 0 || errno != EINTR) return ready > 0;
  }
}

}  // namespace topomorph::process
