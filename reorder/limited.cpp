// Tests a request until its time is over.
#include "reorder/limited.h"

#include <algorithm>
#include <chrono>

#include <sched.h>
#include <time.h>

#include "core/settings/settings.h"
#include "core/support/error.h"
#include "real_mpi.h"

namespace topomorph::reorder {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_of(settings::Id id) {
  try {
    return settings::number(id);
  } catch (const std::exception&) {
    return 30;  // what is wrong with it is said by whoever needs it
  }
}

/// Busy at first, for answers that are on their way; then sleeps, so that more processes than cores get on.
void pause_after(int tests) {
  constexpr int kBusy = 100;
  constexpr long kLongest = 200'000;  // nanoseconds
  if (tests < kBusy) return static_cast<void>(sched_yield());
  const timespec moment{0, std::min<long>(1000L * (tests - kBusy + 1), kLongest)};
  nanosleep(&moment, nullptr);
}

}  // namespace

double waiting_limit() noexcept { return seconds_of(settings::Id::Patience) + seconds_of(settings::Id::EngineTimeout); }

Waited wait_for(MPI_Request& request, double seconds) noexcept {
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  for (int tests = 0;; ++tests) {
    int done = 0;
    if (real::Test(&request, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS) return Waited::Failed;
    if (done != 0) return Waited::Done;
    if (Clock::now() > end) return Waited::TooLong;
    pause_after(tests);
  }
}

Line too_long() noexcept {
  Line line("no answer from the other processes within ");
  return line << static_cast<long>(waiting_limit()) << " s";
}

}  // namespace topomorph::reorder
