// Starts and stops counting, changes phases and resets.
#include "monitoring/monitor.h"

#include "monitoring/call.h"
#include "monitoring/counting/clock.h"
#include "monitoring/counting/name_lists.h"
#include "monitoring/counting/persistent.h"
#include "monitoring/counting/roles.h"
#include "monitoring/recording/recording.h"
#include "runtime/mpi/communicators.h"
#include "runtime/mpi/handles.h"
#include "runtime/mpi/implementation.h"
#include "runtime/process/fixed_string.h"
#include "runtime/process/message.h"

namespace topomorph::monitoring {
namespace {

constexpr std::uint64_t kShortCallNanoseconds = 5000;

bool exact = false;
int own_process = 0;  ///< rank of this process in the real MPI_COMM_WORLD
std::atomic<bool> was_started{false};

/// Counts a message that a collective operation has sent, as the MPI library reports it. Open MPI 5 also sends messages
/// to the same process, which cross nothing.
void count_reported(int process, std::size_t bytes) noexcept {
  if (!enabled() || process == own_process) return;
  noexcept_hook([&] {
    ThreadCounters& thread = ThreadCounters::mine();
    if (thread.paused) return;
    thread.count(wire::Layer::Collective, false, true, static_cast<std::uint32_t>(process), bytes, 1);
  });
}

/// Counts the same message from the arguments of its send. Only in MPI_COMM_WORLD, where a rank is a role: MPI's own
/// communicators end without a word, and a remembered translation would outlive them.
bool count_sent(MPI_Comm comm, int peer, std::size_t count, MPI_Datatype type) noexcept {
  if (comm != roles::known.world || peer < 0) return false;
  if (!enabled() || peer == roles::known.mine) return true;
  noexcept_hook([&] {
    ThreadCounters& thread = ThreadCounters::mine();
    if (thread.paused) return;
    thread.count(wire::Layer::Collective, false, false, static_cast<std::uint32_t>(peer),
                 thread.recent_type.bytes_in(static_cast<MPI_Count>(count), type), 1);
  });
  return true;
}

constexpr runtime::MessageObserver kObserver{count_sent, count_reported};

/// Says once in one line that nothing more is counted, and ends the recording too.
void pause_out_of_memory() noexcept {
  static std::atomic<bool> said{false};
  pause();
  if (said.exchange(true)) return;
  process::say(process::FixedString("rank ") << roles::known.mine << ": not enough memory: nothing more is counted");
}

}  // namespace

void start(MPI_Comm world, bool counting) {
  when_out_of_memory(pause_out_of_memory);
  Clock::begin();
  roles::begin(world);
  own_process = runtime::rank_in(handles::comm_world());
  exact = runtime::reports_messages(kObserver);
  Call::short_ticks = Clock::ticks_in(kShortCallNanoseconds);
  was_started.store(true);
  if (counting) resume();
}

void stop() {
  pause();
  if (!was_started.exchange(false)) return;
  persistent_sends().clear();
  roles::end();
}

void resume() {
  current_epoch.fetch_add(1);  // what threads remember may be from a time without memory for counters
  counting_now.store(was_started.load());
}

/// Calls that nobody counts are not recorded either; without them the steps make no sense.
void pause() {
  recording::end_early("the counting was paused");
  counting_now.store(false);
}

void reset() {
  current_period.fetch_add(std::uint64_t{1} << 32);  // one more reset
  current_epoch.fetch_add(1);
}

void set_phase(std::string_view name) {
  const std::uint32_t phase = phases::number_of(name);
  std::uint64_t period = current_period.load();
  while (!current_period.compare_exchange_weak(period, (period >> 32 << 32) | phase)) {
  }
  current_epoch.fetch_add(1);
  recording::enter_phase(phase);
}

void limit_peers(std::uint64_t most) { room_for_peers.store(most); }

bool collectives_exact() { return exact; }

PauseCounting::PauseCounting() : before_(ThreadCounters::mine().paused) { ThreadCounters::mine().paused = true; }
PauseCounting::~PauseCounting() { ThreadCounters::mine().paused = before_; }

}  // namespace topomorph::monitoring
