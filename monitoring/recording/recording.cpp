// The one recorder of the process, and whose it is.
#include "monitoring/recording/recording.h"

#include <algorithm>
#include <chrono>
#include <new>

#include "monitoring/counting/enabled.h"
#include "monitoring/recording/recorder.h"

namespace topomorph::monitoring::recording {

constinit std::atomic<bool> on_now{false};

namespace {

Recorder* only = nullptr;  // never destroyed: threads may outlive main()
bool finished = false;
void (*tell_end)() = nullptr;
const ThreadCounters* beginner = nullptr;
std::atomic<const ThreadCounters*> owner{nullptr};
std::atomic<const char*> window{nullptr};
std::atomic<std::uint32_t> program_phase{0};

using SteadyClock = std::chrono::steady_clock;
SteadyClock::time_point began, ended_early, ended;

/// Returns whether the calls of this thread are recorded. The first thread that calls is the one.
bool owns(const ThreadCounters& thread) {
  const ThreadCounters* known = owner.load(std::memory_order_relaxed);
  if (known == &thread) return true;
  if (known != nullptr || !owner.compare_exchange_strong(known, &thread)) return false;
  if (&thread != beginner) only->clock().begin_other_thread();
  return true;
}

/// Returns how many steps the job would have had if all of it had been as dense as what was recorded.
std::uint64_t estimated_steps() {
  const double recorded = std::chrono::duration<double>(ended_early - began).count();
  const double all = std::chrono::duration<double>(ended - began).count();
  const auto seen = static_cast<double>(only->folder().seen());
  return static_cast<std::uint64_t>(seen * std::max(all / std::max(recorded, 1e-9), 1.0));
}

}  // namespace

Recorder& recorder() { return *only; }

void begin(const Limits& limits, void (*at_end)()) {
  only = new Recorder(limits);
  began = SteadyClock::now();
  tell_end = at_end;
  beginner = &ThreadCounters::mine();
  only->clock().begin();
  on_now.store(true, std::memory_order_release);
}

void end_early(const char* reason) noexcept {
  if (!on_now.exchange(false)) return;
  ended_early = SteadyClock::now();
  window.store(reason);
  if (tell_end != nullptr) tell_end();
}

bool enter(const ThreadCounters& thread, bool nested) noexcept {
  if (!on_now.load(std::memory_order_acquire)) return false;
  if (!owns(thread)) {
    end_early("several threads call MPI");
  } else if (nested) {
    end_early("a callback called MPI");
  } else {
    only->begin_call(program_phase.load(std::memory_order_relaxed));
    return true;
  }
  return false;
}

void enter_phase(std::uint32_t number) noexcept {
  program_phase.store(number, std::memory_order_relaxed);
  if (!on_now.load(std::memory_order_acquire) || ThreadCounters::in_call() != nullptr) return;
  const ThreadCounters* const mine = &ThreadCounters::mine();
  const ThreadCounters* known = owner.load();
  // Until the first call, the thread that began has the steps in its hands, and gives them back.
  const bool borrowed = known == nullptr && mine == beginner && owner.compare_exchange_strong(known, mine);
  if (!borrowed && known != mine) return;
  only->enter_phase(number);
  if (borrowed) owner.store(nullptr);
}

void leave() noexcept {
  noexcept_hook([] { only->end_call(); });
}

void finish() noexcept {
  if (only == nullptr || finished) return;
  finished = true;
  ended = SteadyClock::now();
  if (!on_now.exchange(false)) return;
  const ThreadCounters* const known = owner.load();
  noexcept_hook([&] { only->finish(known == &ThreadCounters::mine() || (known == nullptr)); });
}

Outcome outcome() {
  if (only == nullptr || !finished) return {};
  const bool full = only->folder().is_window();
  const char* const reason = window.load();
  return {true, reason == nullptr ? only->folder().seen() : estimated_steps(),
          reason != nullptr || !full ? reason : "more memory than --trace-memory"};
}

wire::Buffer frames() {
  wire::Buffer buffer;
  if (only == nullptr || !finished) return buffer;
  std::string groups;
  for (const std::string& group : only->communicators().groups()) groups += group + '\n';
  wire::append_records<wire::ChannelRecord>(buffer, wire::FrameType::Channels, only->communicators().channels());
  wire::append_text(buffer, wire::FrameType::TraceGroups, groups);
  wire::append_records<trace::Step>(buffer, wire::FrameType::Steps, only->folder().steps());
  return buffer;
}

}  // namespace topomorph::monitoring::recording
