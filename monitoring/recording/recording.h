// Recording of what this process does: when it begins and ends, and what it leaves.
//
// One thread is recorded, the first one that calls MPI. Everything is in its hands until the end, and after that in
// those of the thread that calls MPI_Finalize.
#pragma once

#include <atomic>
#include <cstdint>

#include "core/wire/frame_io.h"
#include "monitoring/counting/thread_counters.h"
#include "monitoring/recording/call_budget.h"

namespace topomorph::monitoring::recording {

/// Begins, after monitoring::start(). `at_end` is called once when the recording ends early, by any thread. Throws
/// bad_alloc.
void begin(const Limits& limits, void (*at_end)());

/// The flag behind is_on(). Only this folder writes it.
[[gnu::visibility("hidden")]] extern std::atomic<bool> on_now;

/// Whether calls are recorded now. Costs one relaxed load.
inline bool is_on() { return on_now.load(std::memory_order_relaxed); }

/// Ends the recording before the process ends: the trace is a window. `reason` must live for ever. Callable by any
/// thread.
void end_early(const char* reason) noexcept;

/// Ends the recording at the end of the job; processor time up to now is recorded. Called by the thread that calls
/// MPI_Finalize, before anything else there.
void finish() noexcept;

struct Outcome {
  bool recorded = false;
  std::uint64_t seen = 0;        ///< steps, unfolded; if it ended early, those of the job as its part of the time tells
  const char* window = nullptr;  ///< why the recording ended early; null: it did not
};
/// Nothing is recorded before finish(): until then the steps belong to the recorded thread.
Outcome outcome();

/// Returns the frames Channels, TraceGroups and Steps after finish(); none if nothing was recorded. Throws bad_alloc.
wire::Buffer frames();

/// The program is in another phase from now on. Callable by any thread at any time. If it is not the recorded thread,
/// or if that is inside a call, the steps say so from the next recorded call on.
void enter_phase(std::uint32_t number) noexcept;

/// Called at the start and the end of a counted call while recording is on. enter() returns whether this call is
/// recorded; if not, leave() is not called.
bool enter(const ThreadCounters& thread, bool nested) noexcept;
void leave() noexcept;

}  // namespace topomorph::monitoring::recording
