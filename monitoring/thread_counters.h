// The counters of one thread: written by it alone, summed over all threads when a record is made.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstdint>

#include "monitoring/counter_table.h"
#include "monitoring/counters.h"
#include "plugin/runtime/call_state.h"
#include "plugin/runtime/functions.h"

namespace topomorph::monitoring {

struct Translation;

/// The translation that was used last (roles.h), valid in its epoch.
struct RecentTranslation {
  std::uint64_t handle = 0;
  std::uint64_t epoch = 0;
  const Translation* translation = nullptr;
};

/// The phase and the number of resets so far, in one word, so that a thread sees with one load that either has changed.
struct Period {
  std::uint32_t phase = 0;
  std::uint32_t resets = 0;
  std::uint64_t packed() const { return static_cast<std::uint64_t>(resets) << 32 | phase; }
};
extern std::atomic<std::uint64_t> current_period;

/// Rises whenever something that threads remember has become wrong: the period, or what a handle means, since handles
/// that were freed come back. (Whoever gets a handle again has heard of it after that.)
[[gnu::visibility("hidden")]] extern std::atomic<std::uint64_t> current_epoch;

/// A communicator, a window or a datatype goes.
inline void handle_freed() { current_epoch.fetch_add(1, std::memory_order_release); }

class ThreadCounters : public runtime::ThreadRecord {
 public:
  /// This thread's counters, made at its first call and left to a later thread when this one ends, counts and all.
  static ThreadCounters& mine() {
    ThreadCounters& counters = own() != nullptr ? *own() : acquire();
    if (counters.epoch_ != current_epoch.load(std::memory_order_relaxed)) [[unlikely]]
      counters.catch_up();
    return counters;
  }

  /// The counter of a call that need not be timed, by a thread whose counters are up to date; else null. The caller has
  /// asked may_be_in_mpi().
  static CallCounter* untimed(runtime::Function function) {
    const ThreadCounters* const mine = own();
    if (mine == nullptr || mine->call != nullptr) return nullptr;
    if (mine->epoch_ != current_epoch.load(std::memory_order_relaxed)) return nullptr;
    CallCounter* const counter = mine->calls_[static_cast<std::size_t>(function)];
    return counter == nullptr || counter->is_timed_next() ? nullptr : counter;
  }

  /// This thread's counters after untimed() has found one.
  static ThreadCounters& ready() { return *own(); }

  /// The calling thread's counters while it is in a counted call, else null.
  static ThreadCounters* in_call() { return own() != nullptr && own()->call != nullptr ? own() : nullptr; }

  /// The first of all threads' counters; follow next(). Entries are never removed.
  static const ThreadCounters* first();
  const ThreadCounters* next() const { return next_; }

  /// Whether these counts are of the time since the last reset.
  bool is_current() const;

  /// One or more messages of the same size to or from a peer. Returns the counter of what goes to and fro.
  TrafficCounter& count(wire::Layer layer, bool inward, bool process, std::uint32_t peer, std::uint64_t bytes,
                        std::uint64_t messages) {
    const std::uint64_t key = TrafficKey{phase_, layer, inward, process, peer}.packed();
    TrafficCounter*& recent = recent_[static_cast<std::size_t>(layer)];
    if (recent == nullptr || recent->key != key) recent = &traffic.at(key);
    add(recent->bytes, bytes * messages);
    add(recent->messages, messages);
    add(size_class(layer, bytes), messages);
    return *recent;
  }

  /// A message to each of `others` other members of a group (or from each), of `bytes` at least, `alike` of them of
  /// just so many.
  void count_exchange(wire::Layer layer, bool inward, std::uint32_t group, std::uint64_t bytes, std::uint64_t others,
                      std::uint64_t alike) {
    TrafficCounter& counter = traffic.at(TrafficKey{phase_, layer, inward, false, group, true}.packed());
    add(counter.bytes, bytes * others);
    add(counter.messages, others);
    add(size_class(layer, bytes), alike);
  }

  /// A message counted by count_exchange() has `bytes`, so many of them `more` than was said there.
  void count_beyond(wire::Layer layer, std::uint32_t peer, std::uint64_t bytes, std::uint64_t more) {
    add(traffic.at(TrafficKey{phase_, layer, false, false, peer}.packed()).bytes, more);
    add(size_class(layer, bytes), 1);
  }

  /// The counter of messages of a size in this phase.
  std::atomic<std::uint64_t>& size_class(wire::Layer layer, std::uint64_t bytes) {
    return sizes_->messages[static_cast<std::size_t>(layer)][static_cast<std::size_t>(std::bit_width(bytes))];
  }

  CallCounter& call_counter(runtime::Function function) {
    CallCounter*& counter = calls_[static_cast<std::size_t>(function)];
    if (counter == nullptr) [[unlikely]] {
      counter = &calls.at(static_cast<std::uint64_t>(phase_) << 32 | static_cast<std::uint64_t>(function));
    }
    return *counter;
  }

  CounterTable<TrafficCounter> traffic;
  CounterTable<CallCounter> calls;
  CounterTable<SizeCounters> sizes;

  CallCounter* call = nullptr;  ///< of the call this thread is in
  bool paused = false;          ///< what the thread sends is our own

  SendCache send_cache;
  RecentTranslation recent_comm;
  RecentTranslation recent_window;
  std::uint32_t random = 0x9E3779B9u;  ///< state of the generator that spreads the timed calls

 private:
  static ThreadCounters& acquire();
  static ThreadCounters* made();
  static void release(void* counters);
  void catch_up();
  void enter(std::uint64_t period);

  static ThreadCounters* own() { return static_cast<ThreadCounters*>(runtime::thread.record); }

  std::uint64_t epoch_ = 0;
  std::uint32_t phase_ = 0;
  std::array<TrafficCounter*, kLayers> recent_{};
  SizeCounters* sizes_ = nullptr;
  std::array<CallCounter*, runtime::kFunctionCount> calls_{};
  std::atomic<std::uint64_t> period_{~std::uint64_t{0}};
  std::atomic<bool> taken_{true};
  ThreadCounters* next_ = nullptr;
};

}  // namespace topomorph::monitoring
