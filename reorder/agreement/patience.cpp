// Polls until an hour set before.
#include "reorder/agreement/patience.h"

#include <algorithm>
#include <cerrno>

#include <poll.h>

namespace topomorph::reorder {

using Clock = std::chrono::steady_clock;

Patience::Patience(double seconds) noexcept
    : end_(Clock::now() +
           std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(std::min(seconds, 1e6)))) {}

bool Patience::is_over() const noexcept { return Clock::now() > end_; }

bool Patience::wait_for_input(int descriptor) const noexcept {
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end_ - Clock::now()).count();
    if (left <= 0) return false;
    pollfd input{descriptor, POLLIN, 0};
    const int ready = poll(&input, 1, static_cast<int>(std::min<long>(left, 1'000'000)));
    if (ready >= 0 || errno != EINTR) return ready > 0;
  }
}

}  // namespace topomorph::reorder
