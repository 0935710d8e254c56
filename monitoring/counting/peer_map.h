// A map from ranks in a communicator to roles, which many threads read and fill without a lock.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

namespace topomorph::monitoring {

/// Grows with the peers that were looked up, not with the communicator: 16 to 32 bytes a peer. Values are only added,
/// and a key always gets the same value, so that two threads may add it at the same time.
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
  /// An entry is (value + 1) << 32 | key; 0 is empty. When a table is half full, one of twice its size is put in front
  /// of it.
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
