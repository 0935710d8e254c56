// A table of counters by key, written by one thread and read by others at any time, without a lock.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "monitoring/counting/enabled.h"

namespace topomorph::monitoring {

/// Adds to a counter that only this thread writes: a plain addition without a locked instruction. Readers see the old
/// or the new value.
inline void add(std::atomic<std::uint64_t>& counter, std::uint64_t value) {
#if defined(__x86_64__) && !defined(__clang__) && !defined(__SANITIZE_THREAD__)
  // This is what clang makes of the line below. gcc takes three instructions, and each message adds to five counters.
  asm("addq %1, %0" : "+m"(counter) : "er"(value) : "cc");
#else
  counter.store(counter.load(std::memory_order_relaxed) + value, std::memory_order_relaxed);
#endif
}

/// Entries never move and are never removed, so that pointers to them may be kept. Blocks double in size, so that
/// memory is at most twice what is used. `Entry` has `std::uint64_t key` (written once), `clear()`, and
/// `admitted(key)`, which returns the key of the entry to use for a new key: the key itself while there is room.
template <class Entry>
class CounterTable {
 public:
  CounterTable() = default;
  CounterTable(const CounterTable&) = delete;
  CounterTable& operator=(const CounterTable&) = delete;
  ~CounterTable();

  /// Returns the entry of a key, a new one with zero counters if there is none. If there is no memory for it, returns
  /// an entry that is never read, and counting stops. Called by the owning thread only.
  Entry& at(std::uint64_t key) noexcept;

  /// Zeroes all counters. Called by the owning thread only.
  void clear();

  /// Calls visit(const Entry&) for all entries. Callable by any thread.
  template <class Visit>
  void for_each(Visit visit) const;

 private:
  struct Block {
    explicit Block(std::size_t capacity) : entries(new Entry[capacity]), size(capacity) {}
    std::unique_ptr<Entry[]> entries;
    std::size_t size;
    std::atomic<std::size_t> used{0};
    std::atomic<Block*> next{nullptr};
  };

  static std::size_t hash(std::uint64_t key) { return (key * 0x9E3779B97F4A7C15u) >> 24; }
  std::size_t slot_of(std::uint64_t key) const;
  Entry& insert(std::uint64_t key);
  Entry& append(std::uint64_t key);
  void grow_index();

  std::vector<Entry*>
      index_;  // open addressing; the size is a power of two, at most half used; read by the owner alone
  std::size_t count_ = 0;
  std::atomic<Block*> first_{nullptr};
  Block* last_ = nullptr;
  Entry spare_{};
};

template <class Entry>
CounterTable<Entry>::~CounterTable() {
  for (Block* block = first_.load(); block != nullptr;) delete std::exchange(block, block->next.load());
}

template <class Entry>
std::size_t CounterTable<Entry>::slot_of(std::uint64_t key) const {
  std::size_t slot = hash(key) & (index_.size() - 1);
  while (index_[slot] != nullptr && index_[slot]->key != key) slot = (slot + 1) & (index_.size() - 1);
  return slot;
}

template <class Entry>
Entry& CounterTable<Entry>::at(std::uint64_t key) noexcept {
  if (!index_.empty()) {
    if (Entry* const found = index_[slot_of(key)]) return *found;
  }
  try {
    const std::uint64_t admitted = Entry::admitted(key);
    return admitted == key ? insert(key) : at(admitted);
  } catch (const std::bad_alloc&) {
    stop_out_of_memory();
    spare_.key = ~std::uint64_t{0};  // the key of no counter, so that the spare entry is not found for one
    return spare_;
  }
}

template <class Entry>
Entry& CounterTable<Entry>::insert(std::uint64_t key) {
  if (2 * (count_ + 1) > index_.size()) grow_index();
  Entry& entry = append(key);
  index_[slot_of(key)] = &entry;
  ++count_;
  return entry;
}

template <class Entry>
Entry& CounterTable<Entry>::append(std::uint64_t key) {
  if (last_ == nullptr || last_->used.load(std::memory_order_relaxed) == last_->size) {
    auto* const block = new Block(last_ == nullptr ? 8 : 2 * last_->size);
    (last_ == nullptr ? first_ : last_->next).store(block, std::memory_order_release);
    last_ = block;
  }
  const std::size_t position = last_->used.load(std::memory_order_relaxed);
  last_->entries[position].key = key;
  last_->used.store(position + 1, std::memory_order_release);
  return last_->entries[position];
}

template <class Entry>
void CounterTable<Entry>::grow_index() {
  std::vector<Entry*> old(index_.empty() ? 16 : 2 * index_.size(), nullptr);
  old.swap(index_);
  for (Entry* const entry : old) {
    if (entry != nullptr) index_[slot_of(entry->key)] = entry;
  }
}

template <class Entry>
void CounterTable<Entry>::clear() {
  for (Entry* const entry : index_) {
    if (entry != nullptr) entry->clear();
  }
}

template <class Entry>
template <class Visit>
void CounterTable<Entry>::for_each(Visit visit) const {
  for (const Block* block = first_.load(std::memory_order_acquire); block != nullptr;
       block = block->next.load(std::memory_order_acquire)) {
    const std::size_t used = block->used.load(std::memory_order_acquire);
    for (std::size_t i = 0; i < used; ++i) visit(static_cast<const Entry&>(block->entries[i]));
  }
}

}  // namespace topomorph::monitoring
