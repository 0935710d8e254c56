// The one recorder of the process, and whose it is.
#include "monitoring/recording/recording.h"

#include <cstddef>
#include <new>

#include "monitoring/monitor.h"
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

/// Returns whether the calls of this thread are recorded. The first thread that calls is the one.
bool owns(const ThreadCounters& thread) {
  const ThreadCounters* known = owner.load(std::memory_order_relaxed);
  if (known == &thread) return true;
  if (known != nullptr || !owner.compare_exchange_strong(known, &thread)) return false;
  if (&thread != beginner) only->clock().begin_other_thread();
  return true;
}

}  // namespace

Recorder& recorder() { return *only; }

void begin(std::size_t most_bytes, void (*at_end)()) {
  only = new Recorder(most_bytes);
  tell_end = at_end;
  beginner = &ThreadCounters::mine();
  only->clock().begin();
  on_now.store(true, std::memory_order_release);
}

void end_early(const char* reason) noexcept {
  if (!on_now.exchange(false)) return;
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
    only->begin_call();
    return true;
  }
  return false;
}

void leave() noexcept {
  noexcept_hook([] { only->end_call(); });
}

void finish() noexcept {
  if (only == nullptr || finished) return;
  finished = true;
  if (!on_now.exchange(false)) return;
  const ThreadCounters* const known = owner.load();
  noexcept_hook([&] { only->finish(known == &ThreadCounters::mine() || (known == nullptr)); });
}

Outcome outcome() {
  if (only == nullptr || !finished) return {};
  const bool full = only->folder().is_window();
  const char* const reason = window.load();
  return {true, only->folder().seen(), reason != nullptr || !full ? reason : "more memory than --trace-memory"};
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
