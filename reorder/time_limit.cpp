// Tests a request until its time limit.
#include "reorder/time_limit.h"

#include <chrono>
#include <cstdlib>

#include <sched.h>
#include <time.h>

#include "plugin/runtime/real_mpi.h"
#include "reorder/collective_step.h"

namespace topomorph::reorder {
namespace {

using Clock = std::chrono::steady_clock;

/// First waits as MPI does, for answers that are on their way: a collective operation takes several rounds, and each
/// needs a test. Then sleeps: the engine of another process is working, perhaps on this core.
void pause_after(Clock::duration waited) {
  constexpr auto kBusy = std::chrono::milliseconds(20);
  constexpr timespec kMoment{0, 100'000};  // nanoseconds
  if (waited < kBusy) {
    sched_yield();
  } else {
    nanosleep(&kMoment, nullptr);
  }
}

}  // namespace

double value_or_default(settings::Id setting) noexcept {
  double value = std::strtod(settings::get(setting).initial, nullptr);  // needs no memory
  failure_of([&] { value = settings::number(setting); });
  return value;
}

double waiting_limit() noexcept {
  return value_or_default(settings::Id::Patience) + value_or_default(settings::Id::EngineTimeout);
}

Waited wait_for(MPI_Request& request, double seconds) noexcept {
  const auto begin = Clock::now();
  const std::chrono::duration<double> limit(seconds);
  for (;;) {
    int done = 0;
    if (real::Test(&request, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS) return Waited::Failed;
    if (done != 0) return Waited::Done;
    const auto waited = Clock::now() - begin;
    if (waited > limit) return Waited::TooLong;
    pause_after(waited);
  }
}

process::FixedString too_long() noexcept {
  process::FixedString line("no answer from the other processes within ");
  return line << static_cast<long>(waiting_limit()) << " s";
}

}  // namespace topomorph::reorder
