// Tests a request until its time limit.
#include "reorder/steps/waiting.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>

#include <sched.h>
#include <time.h>

#include "core/base/number.h"
#include "reorder/steps/collective_error.h"
#include "runtime/mpi/real_mpi.h"

namespace topomorph::reorder {
namespace {

using SteadyClock = std::chrono::steady_clock;

/// Pauses between the tests of a request. First as MPI does, for answers that are on their way: a collective operation
/// takes several rounds, and each needs a test. Then sleeps: another process is working, perhaps on this core. Between
/// two sleeps it tests for a while. Linux gives a process that hardly runs hardly a share of the core beside the
/// computing threads of other sessions (autogroup), and all would wait for seconds for one that gets no turn. The
/// sleeps grow with the wait, up to a sixteenth of it: where ranks share cores, an engine that searches would get what
/// is left by dozens of processes that test for it. Who waits asleep for such an engine only looks whether it has
/// ended, and oftener, because the answer goes from one sleeper to the next.
class Pauses {
 public:
  explicit Pauses(Pause kind) noexcept
      : testing_(kind == Pause::Short ? kTesting : kLook),
        part_(kind == Pause::Short ? 16 : 64),
        busy_until_(kind == Pause::Short ? now_ + kBusy : now_) {}

  SteadyClock::duration waited() const noexcept { return now_ - begin_; }
  void pause() noexcept {
    now_ = SteadyClock::now();
    if (now_ < busy_until_) {
      sched_yield();
    } else if (now_ >= testing_until_) {
      const std::chrono::nanoseconds sleep =
          std::clamp<std::chrono::nanoseconds>(waited() / part_, kShortest, kLongest);
      const timespec length{0, sleep.count()};
      nanosleep(&length, nullptr);
      testing_until_ = SteadyClock::now() + testing_;
    }
  }

 private:
  static constexpr auto kBusy = std::chrono::milliseconds(20);
  static constexpr auto kTesting = std::chrono::microseconds(100), kLook = std::chrono::microseconds(10);
  static constexpr std::chrono::nanoseconds kShortest{1'000'000}, kLongest{16'000'000};
  const std::chrono::microseconds testing_;
  const int part_;  // of the wait
  const SteadyClock::time_point begin_ = SteadyClock::now();
  SteadyClock::time_point now_ = begin_;
  const SteadyClock::time_point busy_until_;
  SteadyClock::time_point testing_until_ = begin_;
};

}  // namespace

double value_or_default(settings::Id setting) noexcept {
  double value = parse_real(settings::get(setting).initial).value_or(0);  // needs no memory
  failure_of([&] { value = settings::number(setting); });
  return value;
}

double waiting_limit() noexcept {
  return value_or_default(settings::Id::Patience) + value_or_default(settings::Id::EngineTimeout);
}

Waited wait_for(MPI_Request& request, double seconds, Pause pause) noexcept {
  const std::chrono::duration<double> limit(seconds);
  for (Pauses pauses(pause);; pauses.pause()) {
    int done = 0;
    if (real::Test(&request, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS) return Waited::Failed;
    if (done != 0) return Waited::Done;
    if (pauses.waited() > limit) return Waited::TooLong;
  }
}

process::FixedString too_long() noexcept {
  return process::FixedString("no answer from the other processes within ")
         << static_cast<long>(waiting_limit()) << " s";
}

}  // namespace topomorph::reorder
