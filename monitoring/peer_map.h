// From a rank in a communicator to a role: a small map that many threads read and fill without a lock.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

namespace topomorph::monitoring {

/// Grows with the peers that were asked for, not with the communicator: 16 to 32 bytes a peer. Values are only ever
/// added, and always the same value for a key, so that two threads that add one at the same time do no harm.
class PeerMap {
 public:
  PeerMap() = default;
  ~PeerMap();
  PeerMap(const PeerMap&) = delete;
  PeerMap& operator=(const PeerMap&) = delete;

  /// `key` and `value` are at least 0.
  std::optional<int> find(int key) const;
  void insert(int key, int value);

 private:
  /// An entry is (value + 1) << 32 | key; 0 is empty. When a table is half full, a doubled one is put in front of it.
  struct Table {
    Table(std::size_t size, Table* before)
        : slots(new std::atomic<std::uint64_t>[size]()), mask(size - 1), older(before) {}
    std::unique_ptr<std::atomic<std::uint64_t>[]> slots;
    std::size_t mask;
    std::atomic<std::size_t> used{0};
    Table* older;
  };

  static std::size_t first_slot(const Table& table, int key);
  static bool put(Table& table, std::uint64_t entry);
  Table* grown(Table* full);

  std::atomic<Table*> newest_{nullptr};
};

}  // namespace topomorph::monitoring
