// The counters of one thread: written by that thread, added up over all threads when a record is made.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstdint>

#include <mpi.h>

#include "monitoring/counting/collective_model.h"
#include "monitoring/counting/counter_table.h"
#include "monitoring/counting/counters.h"
#include "monitoring/counting/translation.h"
#include "runtime/mpi/call_state.h"
#include "runtime/mpi/functions.h"
#include "runtime/mpi/real_mpi.h"

namespace topomorph::monitoring {

/// The place of this process in the communicator of the last collective call. Forgotten when a handle is freed.
struct RecentPlace {
  bool known = false;
  MPI_Comm comm{};
  model::Place place;
};

/// The size of an element of the type of the last collective call, which the application has made or MPI predefines.
/// Forgotten when a handle is freed.
struct RecentType {
  bool known = false;
  MPI_Datatype type{};
  std::uint64_t size = 0;

  bool is(MPI_Datatype other) const { return known && type == other; }
  /// Returns the size of `count` elements of any type. Asks MPI only about another type.
  std::uint64_t bytes_in(MPI_Count count, MPI_Datatype of_type) const;
};

/// The number of resets so far << 32 | the phase: one word, so that a thread sees by one load if either has changed.
extern std::atomic<std::uint64_t> current_period;

/// Increases when something that threads remember becomes wrong: the period, or the meaning of a handle, because freed
/// handles are reused. (A thread that gets a reused handle has seen the increase by then.)
[[gnu::visibility("hidden")]] extern std::atomic<std::uint64_t> current_epoch;

/// Called when a communicator, a window or a datatype is freed.
inline void handle_freed() { current_epoch.fetch_add(1, std::memory_order_release); }

class ThreadCounters : public runtime::ThreadRecord {
 public:
  /// Returns this thread's counters. They are made at its first call; when the thread ends, a later thread takes them
  /// over with their counts.
  static ThreadCounters& mine() {
    ThreadCounters& counters = own() != nullptr ? *own() : acquire();
    if (counters.epoch_ != current_epoch.load(std::memory_order_relaxed)) [[unlikely]]
      counters.catch_up();
    return counters;
  }

  /// Returns the counter of a call that need not be timed; null if it must be timed or the thread's counters are not up
  /// to date. The caller has asked may_be_in_mpi().
  static CallCounter* untimed(runtime::Function function) {
    const ThreadCounters* const mine = own();
    if (mine == nullptr || mine->call != nullptr) return nullptr;
    if (mine->epoch_ != current_epoch.load(std::memory_order_relaxed)) return nullptr;
    CallCounter* const counter = mine->calls_[static_cast<std::size_t>(function)];
    return counter == nullptr || counter->is_timed_next() ? nullptr : counter;
  }

  /// Returns this thread's counters after untimed() has returned a counter.
  static ThreadCounters& ready() { return *own(); }

  /// Returns the calling thread's counters while it is in a counted call, else null.
  static ThreadCounters* in_call() { return own() != nullptr && own()->call != nullptr ? own() : nullptr; }

  /// Returns the first of all threads' counters; next() leads to the others. They are never removed.
  static const ThreadCounters* first();
  const ThreadCounters* next() const { return next_; }

  /// Whether these counts are of the time since the last reset.
  bool is_current() const;

  /// Calls visit(const Entry&) for the entries that one table has in all threads with counts since the last reset.
  template <class Entry, class Visit>
  static void for_each_current(CounterTable<Entry> ThreadCounters::*table, Visit visit) {
    for (const ThreadCounters* thread = first(); thread != nullptr; thread = thread->next()) {
      if (thread->is_current()) (thread->*table).for_each(visit);
    }
  }

  /// Counts messages of one size to or from a peer. Returns the counter of the traffic with that peer.
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

  /// Counts one message to (or from) each of `others` members of a group. Each has at least `bytes`, and `alike` of
  /// them exactly that many.
  void count_exchange(wire::Layer layer, bool inward, std::uint32_t group, std::uint64_t bytes, std::uint64_t others,
                      std::uint64_t alike) {
    TrafficCounter& counter = traffic.at(TrafficKey{phase_, layer, inward, false, group, true}.packed());
    add(counter.bytes, bytes * others);
    add(counter.messages, others);
    add(size_class(layer, bytes), alike);
  }

  /// Corrects a message of count_exchange(): it has `bytes`, which is `more` than counted there.
  void count_beyond(wire::Layer layer, std::uint32_t peer, std::uint64_t bytes, std::uint64_t more) {
    add(traffic.at(TrafficKey{phase_, layer, false, false, peer}.packed()).bytes, more);
    add(size_class(layer, bytes), 1);
  }

  /// Returns the counter of messages of this size in the current phase.
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

  // In the cache line of ThreadRecord, which every message reads.
  CallCounter* call = nullptr;  ///< of the call that this thread is in
  bool paused = false;          ///< the thread sends messages of this library itself

  CounterTable<TrafficCounter> traffic;
  CounterTable<CallCounter> calls;
  CounterTable<SizeCounters> sizes;

  SendCache send_cache;
  RecentTranslation recent_comm;
  RecentTranslation recent_window;
  RecentPlace recent_place;
  RecentType recent_type;
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

/// Returns the size of `count` elements, in 64 bits: the product exceeds 2^31 easily.
inline std::uint64_t bytes_in(MPI_Count count, MPI_Datatype datatype) {
  MPI_Count size = 0;
  if (count <= 0) return 0;  // the type may be invalid then
  real::Type_size_x(datatype, &size);
  return static_cast<std::uint64_t>(count) * static_cast<std::uint64_t>(size);
}

inline std::uint64_t RecentType::bytes_in(MPI_Count count, MPI_Datatype of_type) const {
  if (!is(of_type)) return monitoring::bytes_in(count, of_type);
  return count <= 0 ? 0 : static_cast<std::uint64_t>(count) * size;
}

/// Counts a message with a role (none for roles::kNone), and the payload of the call that this thread is in. Returns
/// the counter.
inline TrafficCounter* count_messages(ThreadCounters& thread, wire::Layer layer, bool inward, int role,
                                      std::uint64_t bytes) {
  if (role < 0) return nullptr;
  add(thread.call->bytes, bytes);
  return &thread.count(layer, inward, false, static_cast<std::uint32_t>(role), bytes, 1);
}

}  // namespace topomorph::monitoring
