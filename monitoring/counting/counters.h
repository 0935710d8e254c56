// What a thread counts: counters by key, and a cache of recent sends with their counters.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include <mpi.h>

#include "core/wire/wire.h"

namespace topomorph::monitoring {

/// Key of a traffic counter. A peer is a role, except in messages that Open MPI reports: there it is the process (the
/// rank in the real MPI_COMM_WORLD), which is translated when the record is made.
struct TrafficKey {
  std::uint32_t phase = 0;
  wire::Layer layer = wire::Layer::PointToPoint;
  bool inward = false;  ///< from the peer to this process: one-sided reads
  bool process = false;
  std::uint32_t peer = 0;
  bool group = false;  ///< `peer` is the number of a group: the same traffic with each of its other members

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

  /// Returns the key of the entry to use for a new key: the key itself, or that of the traffic with everybody if this
  /// process has no room for more peers.
  static std::uint64_t admitted(std::uint64_t key);
};

/// The number of counters of peers that this process may still make, of all threads together. Traffic beyond it is
/// counted without its peer. Counters of groups have room always.
[[gnu::visibility("hidden")]] extern std::atomic<std::uint64_t> room_for_peers;

/// Key: phase << 32 | function.
struct CallCounter {
  static std::uint64_t admitted(std::uint64_t key) { return key; }
  std::uint64_t key = 0;
  std::atomic<std::uint64_t> count{0};
  std::atomic<std::uint64_t> bytes{0};
  std::atomic<std::uint64_t> ticks{0};
  // When to read the clock; see Call.
  std::uint64_t timed_at = 0;  ///< the number of calls before the next one that is timed
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

/// A send that has succeeded. The same arguments mean the same traffic, until a handle is freed.
struct alignas(64) CachedSend {
  MPI_Comm comm{};
  MPI_Datatype type{};
  std::uint64_t count_and_peer = ~std::uint64_t{0};  ///< at first -1 and -1, which are those of no send
  std::uint64_t bytes = 0;
  TrafficCounter* traffic = nullptr;
  std::atomic<std::uint64_t>* size_class = nullptr;

  static std::uint64_t packed(int count, int peer) {
    return static_cast<std::uint64_t>(static_cast<std::uint32_t>(count)) << 32 | static_cast<std::uint32_t>(peer);
  }
  bool is(int count, MPI_Datatype of_type, int peer, MPI_Comm to) const {
    return count_and_peer == packed(count, peer) && comm == to && type == of_type;
  }
};

/// One place for each peer, except for collisions: a send displaces the one before it.
class SendCache {
 public:
  CachedSend& place(int peer) { return sends_[static_cast<std::uint32_t>(peer) * 0x9E3779B1u >> 27]; }
  void clear() { sends_.fill({}); }

 private:
  std::array<CachedSend, 32> sends_{};
};

}  // namespace topomorph::monitoring
