// A table from persistent requests to what they send, read without a lock.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace topomorph::monitoring {

/// MPI reuses the handles of requests, so a handle keeps its place in the table when its request is freed. The table is
/// as large as the most requests that lived at a time. Insertions and removals are serialised; find() never waits.
template <class Value>
class RequestTable {
 public:
  RequestTable() = default;
  RequestTable(const RequestTable&) = delete;
  RequestTable& operator=(const RequestTable&) = delete;
  ~RequestTable() { clear(); }

  /// Returns the value, which the table owns until erase(); null if there is none. The caller may use it as long as its
  /// request lives.
  const Value* find(std::uint64_t handle) const {
    const Table* const table = current_.load(std::memory_order_acquire);
    if (table == nullptr) return nullptr;
    const Slot& slot = table->slot(handle);
    // Another thread may be taking an empty slot for another handle at this moment.
    return slot.handle.load(std::memory_order_acquire) == handle ? slot.value.load(std::memory_order_acquire) : nullptr;
  }

  void insert(std::uint64_t handle, std::unique_ptr<const Value> value);
  void erase(std::uint64_t handle);
  /// Moves a value from one handle to another. Does nothing if there is none.
  void move(std::uint64_t from, std::uint64_t to);
  void clear();

 private:
  struct Slot {
    std::atomic<std::uint64_t> handle{0};
    std::atomic<const Value*> value{nullptr};
  };

  struct Table {
    explicit Table(std::size_t size) : slots(new Slot[size]), mask(size - 1) {}
    Slot& slot(std::uint64_t handle) const {
      std::size_t i = (handle * 0x9E3779B97F4A7C15u >> 32) & mask;
      for (;; i = (i + 1) & mask) {
        const std::uint64_t found = slots[i].handle.load(std::memory_order_acquire);
        if (found == handle || found == 0) return slots[i];
      }
    }
    std::unique_ptr<Slot[]> slots;
    std::size_t mask;
    std::size_t used = 0;
  };

  Table& with_room();

  std::atomic<Table*> current_{nullptr};
  std::vector<std::unique_ptr<Table>>
      tables_;  // older tables stay, because a thread may still read them; together they are no larger than the newest
  std::mutex writers_;
};

template <class Value>
typename RequestTable<Value>::Table& RequestTable<Value>::with_room() {
  Table* const table = current_.load(std::memory_order_relaxed);
  if (table != nullptr && 2 * (table->used + 1) <= table->mask) return *table;
  auto larger = std::make_unique<Table>(table == nullptr ? 16 : 2 * (table->mask + 1));
  for (std::size_t i = 0; table != nullptr && i <= table->mask; ++i) {
    const Slot& old = table->slots[i];
    const Value* const value = old.value.load(std::memory_order_relaxed);
    if (value == nullptr) continue;
    const std::uint64_t handle = old.handle.load(std::memory_order_relaxed);
    Slot& slot = larger->slot(handle);
    slot.value.store(value, std::memory_order_relaxed);
    slot.handle.store(handle, std::memory_order_relaxed);
    ++larger->used;
  }
  current_.store(larger.get(), std::memory_order_release);
  tables_.push_back(std::move(larger));
  return *tables_.back();
}

template <class Value>
void RequestTable<Value>::insert(std::uint64_t handle, std::unique_ptr<const Value> value) {
  const std::lock_guard lock(writers_);
  Table& table = with_room();
  Slot& slot = table.slot(handle);
  if (slot.handle.load(std::memory_order_relaxed) == 0) ++table.used;
  slot.handle.store(handle, std::memory_order_release);
  delete slot.value.exchange(value.release(), std::memory_order_acq_rel);
}

template <class Value>
void RequestTable<Value>::erase(std::uint64_t handle) {
  const std::lock_guard lock(writers_);
  Table* const table = current_.load(std::memory_order_relaxed);
  if (table != nullptr) delete table->slot(handle).value.exchange(nullptr, std::memory_order_acq_rel);
}

template <class Value>
void RequestTable<Value>::move(std::uint64_t from, std::uint64_t to) {
  std::unique_ptr<const Value> value;
  {
    const std::lock_guard lock(writers_);
    Table* const table = current_.load(std::memory_order_relaxed);
    if (table != nullptr) value.reset(table->slot(from).value.exchange(nullptr, std::memory_order_acq_rel));
  }
  if (value != nullptr) insert(to, std::move(value));
}

template <class Value>
void RequestTable<Value>::clear() {
  const std::lock_guard lock(writers_);
  Table* const table = current_.load(std::memory_order_relaxed);
  for (std::size_t i = 0; table != nullptr && i <= table->mask; ++i) {
    delete table->slots[i].value.exchange(nullptr, std::memory_order_acq_rel);
  }
}

}  // namespace topomorph::monitoring
