// Whether calls are counted now, and what ends the counting where there is no memory for another counter.
#pragma once

#include <atomic>
#include <exception>

namespace topomorph::monitoring {

/// The flag behind enabled(). Only this layer writes it.
[[gnu::visibility("hidden")]] extern std::atomic<bool> counting_now;

/// Whether calls are counted now. Costs one relaxed load.
inline bool enabled() { return counting_now.load(std::memory_order_relaxed); }

/// Names what stop_out_of_memory() calls after it has stopped the counting. Called once, before anything is counted.
void when_out_of_memory(void (*act)() noexcept);

/// Stops counting in this process until tm_monitor_start(). What was counted stays.
void stop_out_of_memory() noexcept;

/// Runs a hook and catches its exceptions: no code between the application and MPI expects an exception of ours.
template <class Hook>
inline void noexcept_hook(Hook hook) noexcept {
  try {
    hook();
  } catch (const std::exception&) {  // bad_alloc: this layer throws nothing else
    stop_out_of_memory();
  }
}

}  // namespace topomorph::monitoring
