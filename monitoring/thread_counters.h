// The counters of one thread: written by it alone, summed over all threads when a record is made.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstdint>

#include "core/wire/wire.h"
#include "functions.h"
#include "monitoring/counter_table.h"
#include "monitoring/known_sends.h"
#include "plugin/interception/inside.h"

namespace topomorph::monitoring {

struct Translation;

/// The translation that was used last (roles.h), valid in its epoch.
struct RecentTranslation {
  std::uint64_t handle = 0;
  std::uint64_t epoch = 0;
  const Translation* translation = nullptr;
};

/// Key of a traffic counter. A peer is a role, except in what Open MPI's hook reports: there it is the process (the
/// rank in the real MPI_COMM_WORLD), translated when the record is made.
struct TrafficKey {
  std::uint32_t phase = 0;
  wire::Layer layer = wire::Layer::PointToPoint;
  bool inward = false;  ///< from the peer to this process: one-sided reads
  bool process = false;
  std::uint32_t peer = 0;
  bool group = false;  ///< `peer` is the number of a group: traffic with all its other members, the same with each

  std::uint64_t packed() const {
    return static_cast<std::uint64_t>(group) << 62 | static_cast<std::uint64_t>(phase) << 36 |
           static_cast<std::uint64_t>(layer) << 34 | static_cast<std::uint64_t>(inward) << 33 |
           static_cast<std::uint64_t>(process) << 32 | peer;
  }
  static TrafficKey unpacked(std::uint64_t key) {
    return {static_cast<std::uint32_t>(key >> 36 & 0xFFFFFF),
            static_cast<wire::Layer>(key >> 34 & 3),
            (key >> 33 & 1) != 0,
            (key >> 32 & 1) != 0,
            static_cast<std::uint32_t>(key),
            (key >> 62 & 1) != 0};
  }
};

struct TrafficCounter {
  std::uint64_t key = 0;
  std::atomic<std::uint64_t> bytes{0};
  std::atomic<std::uint64_t> messages{0};
  void clear() { bytes.store(0, std::memory_order_relaxed), messages.store(0, std::memory_order_relaxed); }

  /// Which entry takes what is to go to a new one: that one, or where this process has no room for more, that of the
  /// traffic with everybody.
  static std::uint64_t admitted(std::uint64_t key);
};

/// Counters of peers that this process may have, of all threads together: what comes beyond is counted, but nobody
/// knows with whom it was. Counters of groups have room always.
[[gnu::visibility("hidden")]] extern std::atomic<std::uint64_t> room_for_peers;

/// Key: phase << 32 | function.
struct CallCounter {
  static std::uint64_t admitted(std::uint64_t key) { return key; }
  std::uint64_t key = 0;
  std::atomic<std::uint64_t> count{0};
  std::atomic<std::uint64_t> bytes{0};
  std::atomic<std::uint64_t> ticks{0};
  // When to read the clock; see Call.
  std::uint64_t timed_at = 0;  ///< the first call that is timed has so many before it
  std::uint32_t interval = 1;
  std::uint32_t patience = 0;
  std::uint64_t last_timed = 0;
  bool is_timed_next() const { return count.load(std::memory_order_relaxed) >= timed_at; }
  void clear() {
    count.store(0, std::memory_order_relaxed), bytes.store(0, std::memory_order_relaxed);
    ticks.store(0, std::memory_order_relaxed);
    timed_at = 0, interval = 1;
  }
};

inline constexpr std::size_t kLayers = 3;
inline constexpr std::size_t kSizeClasses = 65;  ///< 0: empty; k: 2^(k-1) <= size < 2^k

/// Key: phase.
struct SizeCounters {
  static std::uint64_t admitted(std::uint64_t key) { return key; }
  std::uint64_t key = 0;
  std::array<std::array<std::atomic<std::uint64_t>, kSizeClasses>, kLayers> messages{};
  void clear() {
    for (auto& layer : messages) {
      for (auto& counter : layer) counter.store(0, std::memory_order_relaxed);
    }
  }
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

class ThreadCounters {
 public:
  /// This thread's counters, made at its first call and left to a later thread when this one ends, counts and all.
  static ThreadCounters& mine() {
    ThreadCounters& counters = own() != nullptr ? *own() : acquire();
    if (counters.epoch_ != current_epoch.load(std::memory_order_relaxed)) [[unlikely]]
      counters.catch_up();
    return counters;
  }

  /// The counter of a call that need not be timed, by a thread whose counters are up to date; else null. The caller has
  /// asked may_be_inside().
  static CallCounter* untimed(Function function) {
    const ThreadCounters* const mine = own();
    if (mine == nullptr || mine->call != nullptr) return nullptr;
    if (mine->epoch_ != current_epoch.load(std::memory_order_relaxed)) return nullptr;
    CallCounter* const counter = mine->calls_[static_cast<std::size_t>(function)];
    return counter == nullptr || counter->is_timed_next() ? nullptr : counter;
  }

  /// This thread's counters after untimed() has found one.
  static ThreadCounters& ready() { return *own(); }

  /// Whether the thread is in a collective call.
  static bool in_collective() { return own() != nullptr && own()->collective; }

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

  CallCounter& call_counter(Function function) {
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
  bool collective = false;      ///< that call is collective
  bool unwatched = false;       ///< what the thread sends is our own

  KnownSends known_sends;
  RecentTranslation recent_comm;
  RecentTranslation recent_window;
  std::uint32_t random = 0x9E3779B9u;  ///< state of the generator that spreads the timed calls

 private:
  static ThreadCounters& acquire();
  static ThreadCounters* made();
  static void release(void* counters);
  void catch_up();
  void enter(std::uint64_t period);

  static ThreadCounters*& own() { return interception::thread.counters; }

  std::uint64_t epoch_ = 0;
  std::uint32_t phase_ = 0;
  std::array<TrafficCounter*, kLayers> recent_{};
  SizeCounters* sizes_ = nullptr;
  std::array<CallCounter*, kFunctionCount> calls_{};
  std::atomic<std::uint64_t> period_{~std::uint64_t{0}};
  std::atomic<bool> taken_{true};
  ThreadCounters* next_ = nullptr;
};

}  // namespace topomorph::monitoring
