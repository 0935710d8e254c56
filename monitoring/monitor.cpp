// Starting and stopping, phases and resets.
#include "monitoring/monitor.h"

#include "monitoring/call.h"
#include "monitoring/clock.h"
#include "monitoring/no_memory.h"
#include "monitoring/persistent.h"
#include "monitoring/phases.h"
#include "monitoring/roles.h"
#include "plugin/implementation/implementation.h"
#include "reorder/line.h"
#include "reorder/message.h"

namespace topomorph::monitoring {
namespace {

constexpr std::uint64_t kShortCallNanoseconds = 5000;

bool exact = false;
std::atomic<bool> started{false};

}  // namespace

constinit std::atomic<bool> counting_now{false};

void start(MPI_Comm world, bool counting) {
  Clock::begin();
  roles::begin(world);
  exact = implementation::reports_messages();
  Call::short_ticks = Clock::ticks_in(kShortCallNanoseconds);
  started.store(true);
  if (counting) resume();
}

void stop() {
  pause();
  if (!started.exchange(false)) return;
  persistent_sends().clear();
  roles::end();
}

void resume() {
  current_epoch.fetch_add(1);  // what was remembered may be of a time without memory for counters
  counting_now.store(started.load());
}

void pause() { counting_now.store(false); }

void reset() {
  // The upper half of the period; see Period.
  current_period.fetch_add(std::uint64_t{1} << 32);
  current_epoch.fetch_add(1);
}

void set_phase(std::string_view name) {
  const std::uint64_t phase = phases::number_of(name);
  std::uint64_t period = current_period.load();
  while (!current_period.compare_exchange_weak(period, (period >> 32 << 32) | phase)) {
  }
  current_epoch.fetch_add(1);
}

void limit_peers(std::uint64_t most) { room_for_peers.store(most); }

bool collectives_exact() { return exact; }

void stop_without_memory() noexcept {
  static std::atomic<bool> said{false};
  pause();
  if (said.exchange(true)) return;
  reorder::say(reorder::Line("rank ") << roles::known.mine << ": not enough memory: nothing more is counted");
}

Unwatched::Unwatched() : before_(ThreadCounters::mine().unwatched) { ThreadCounters::mine().unwatched = true; }
Unwatched::~Unwatched() { ThreadCounters::mine().unwatched = before_; }

}  // namespace topomorph::monitoring
