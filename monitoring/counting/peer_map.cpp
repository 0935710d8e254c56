// The map as a chain of tables, each twice as large as the next.
#include "monitoring/counting/peer_map.h"

#include <utility>

namespace topomorph::monitoring {
namespace {

std::uint64_t packed(int key, int value) {
  return (static_cast<std::uint64_t>(value) + 1) << 32 | static_cast<std::uint32_t>(key);
}

bool has_key(std::uint64_t entry, int key) {
  return static_cast<std::uint32_t>(entry) == static_cast<std::uint32_t>(key);
}

}  // namespace

PeerMap::~PeerMap() {
  for (Table* table = newest_.load(); table != nullptr;) delete std::exchange(table, table->older);
}

std::size_t PeerMap::first_slot(const Table& table, int key) {
  return (static_cast<std::uint32_t>(key) * 0x9E3779B97F4A7C15u >> 32) & table.mask;
}

std::optional<int> PeerMap::find(int key) const {
  for (const Table* table = newest_.load(std::memory_order_acquire); table != nullptr; table = table->older) {
    for (std::size_t slot = first_slot(*table, key);; slot = (slot + 1) & table->mask) {
      const std::uint64_t entry = table->slots[slot].load(std::memory_order_relaxed);
      if (entry == 0) break;
      if (has_key(entry, key)) return static_cast<int>((entry >> 32) - 1);
    }
  }
  return std::nullopt;
}

/// Returns false if the table has no room. Increases the count before it takes a slot, so that an empty slot to end a
/// search always remains.
bool PeerMap::put(Table& table, std::uint64_t entry) {
  if (table.used.fetch_add(1, std::memory_order_relaxed) > table.mask / 2) return false;
  for (std::size_t slot = first_slot(table, static_cast<int>(entry & 0xFFFFFFFFu));; slot = (slot + 1) & table.mask) {
    std::uint64_t empty = 0;
    if (table.slots[slot].compare_exchange_strong(empty, entry, std::memory_order_relaxed)) return true;
  }
}

PeerMap::Table* PeerMap::grown(Table* full) {
  auto table = std::make_unique<Table>(full == nullptr ? 4 : 2 * (full->mask + 1), full);
  Table* newest = full;
  if (newest_.compare_exchange_strong(newest, table.get(), std::memory_order_acq_rel)) return table.release();
  return newest;  // another thread was faster
}

void PeerMap::insert(int key, int value) {
  Table* table = newest_.load(std::memory_order_acquire);
  while (table == nullptr || !put(*table, packed(key, value))) table = grown(table);
}

}  // namespace topomorph::monitoring
