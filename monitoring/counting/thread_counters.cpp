// Gives threads their counters, and applies changes of the phase and resets.
#include "monitoring/counting/thread_counters.h"

#include <algorithm>
#include <new>

#include <pthread.h>

#include "monitoring/counting/enabled.h"
#include "monitoring/counting/name_lists.h"

namespace topomorph::monitoring {
namespace {

std::atomic<ThreadCounters*> all_threads{nullptr};

std::uint32_t resets_of(std::uint64_t period) { return static_cast<std::uint32_t>(period >> 32); }

}  // namespace

constinit std::atomic<std::uint64_t> current_period{0};
constinit std::atomic<std::uint64_t> current_epoch{1};

constinit std::atomic<std::uint64_t> room_for_peers{~std::uint64_t{0}};

std::uint64_t TrafficCounter::admitted(std::uint64_t packed) {
  TrafficKey key = TrafficKey::unpacked(packed);
  if (key.group || groups::all().first() == nullptr) return packed;
  std::uint64_t room = room_for_peers.load(std::memory_order_relaxed);
  while (room > 0 && !room_for_peers.compare_exchange_weak(room, room - 1, std::memory_order_relaxed)) {
  }
  if (room > 0) return packed;
  key.group = true, key.process = false, key.peer = groups::kWorld;
  return key.packed();
}

const ThreadCounters* ThreadCounters::first() { return all_threads.load(std::memory_order_acquire); }

bool ThreadCounters::is_current() const {
  const std::uint64_t period = period_.load(std::memory_order_acquire);
  return period != ~std::uint64_t{0} && resets_of(period) == resets_of(current_period.load(std::memory_order_relaxed));
}

/// Returns new counters. Without memory, returns one of a few spare ones, which only their thread reads, and counting
/// stops.
ThreadCounters* ThreadCounters::made() {
  if (auto* const counters = new (std::nothrow) ThreadCounters) return counters;
  using Spares = std::array<ThreadCounters, 16>;
  alignas(Spares) static std::byte memory[sizeof(Spares)];  // never destroyed; untouched pages cost nothing
  static auto* const spares = new (memory) Spares;
  static std::atomic<std::size_t> used{0};
  stop_out_of_memory();
  return &(*spares)[std::min(used.fetch_add(1), spares->size() - 1)];
}

/// Returns the counters of a thread that has ended, or new ones: programs that create threads without end need no
/// memory without end.
ThreadCounters& ThreadCounters::acquire() {
  static pthread_key_t at_thread_exit = [] {
    pthread_key_t key{};
    pthread_key_create(&key, &ThreadCounters::release);
    return key;
  }();
  ThreadCounters* counters = all_threads.load(std::memory_order_acquire);
  while (counters != nullptr && counters->taken_.exchange(true, std::memory_order_acquire)) counters = counters->next_;
  if (counters == nullptr) {
    counters = made();
    counters->next_ = all_threads.load(std::memory_order_relaxed);
    while (!all_threads.compare_exchange_weak(counters->next_, counters, std::memory_order_release)) {
    }
  }
  pthread_setspecific(at_thread_exit, counters);
  runtime::thread.record = counters;
  return *counters;
}

void ThreadCounters::release(void* counters) {
  auto* const mine = static_cast<ThreadCounters*>(counters);
  runtime::thread.record = nullptr;
  mine->call = nullptr;
  mine->in_collective = mine->paused = false;
  mine->taken_.store(false, std::memory_order_release);
}

void ThreadCounters::catch_up() {
  epoch_ = current_epoch.load(std::memory_order_acquire);
  send_cache.clear();
  recent_place = {}, recent_type = {};
  const std::uint64_t period = current_period.load(std::memory_order_relaxed);
  if (period != period_.load(std::memory_order_relaxed)) enter(period);
}

void ThreadCounters::enter(std::uint64_t period) {
  if (resets_of(period) != resets_of(period_.load(std::memory_order_relaxed))) {
    traffic.clear(), calls.clear(), sizes.clear();
  }
  phase_ = static_cast<std::uint32_t>(period);
  recent_.fill(nullptr);
  calls_.fill(nullptr);
  sizes_ = &sizes.at(phase_);
  period_.store(period, std::memory_order_release);
}

}  // namespace topomorph::monitoring
