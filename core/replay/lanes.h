// The messages that wait for their other side: a queue for each sender, receiver and channel that has one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace topomorph::replay {

inline constexpr std::uint32_t kNoMessage = ~std::uint32_t{0};

/// Messages of one lane match in the order in which they were started. A hash table with linear probing; a lane that
/// becomes empty is removed, so that the memory follows the messages under way and not the pairs.
class Lanes {
 public:
  struct Lane {
    std::uint64_t key = 0;
    std::uint32_t first = kNoMessage;  // kNoMessage: an unused entry
    std::uint32_t last = kNoMessage;
  };

  Lanes() : table_(1024) {}

  /// 22 bits for a process, 20 for a channel (core/trace/trace.h).
  static std::uint64_t key(std::uint32_t sender, std::uint32_t receiver, std::uint32_t channel) {
    return std::uint64_t{sender} << 42 | std::uint64_t{receiver} << 20 | channel;
  }

  /// Returns the entry with this key, or the unused one where it belongs.
  Lane& find(std::uint64_t key) {
    std::size_t i = home(key);
    while (table_[i].first != kNoMessage && table_[i].key != key) i = (i + 1) & (table_.size() - 1);
    return table_[i];
  }
  /// Makes an unused entry from find() the lane of `message`.
  void add(Lane& lane, std::uint64_t key, std::uint32_t message) {
    lane = {key, message, message};
    if (++used_ * 2 > table_.size()) grow();
  }
  /// Removes a lane from find().
  void remove(Lane& lane) {
    --used_;
    std::size_t hole = static_cast<std::size_t>(&lane - table_.data());
    for (std::size_t i = next(hole); table_[i].first != kNoMessage; i = next(i)) {
      const std::size_t wanted = home(table_[i].key);
      if (((i - wanted) & (table_.size() - 1)) < ((i - hole) & (table_.size() - 1))) continue;
      table_[hole] = table_[i];
      hole = i;
    }
    table_[hole].first = kNoMessage;
  }

 private:
  std::size_t next(std::size_t i) const { return (i + 1) & (table_.size() - 1); }
  std::size_t home(std::uint64_t key) const {
    return static_cast<std::size_t>((key ^ key >> 29) * 0x9e3779b97f4a7c15U >> 20) & (table_.size() - 1);
  }
  void grow() {
    std::vector<Lane> old(2 * table_.size());
    old.swap(table_);
    for (const Lane& lane : old) {
      if (lane.first != kNoMessage) find(lane.key) = lane;
    }
  }

  std::vector<Lane> table_;  // a power of two
  std::size_t used_ = 0;
};

}  // namespace topomorph::replay
