// Slots whose distances a file lists, pair by pair.
#pragma once

#include <cstdint>
#include <vector>

#include "core/model/topology.h"

namespace topomorph::topology {

/// The one topology with a table of slots x slots / 2 entries. A decomposition-defined architecture consists of the
/// distances in its file, and the table is no larger than that file.
class TabledTopology final : public Topology {
 public:
  /// More than any such file has: 512 MB.
  static constexpr std::uint64_t kMaxSlots = 16384;

  /// Row i of the table has the distances of slot i to the slots 0 .. i-1: entry i (i - 1) / 2 + j. Throws InputError
  /// if the table has another size, or for more than kMaxSlots slots.
  TabledTopology(std::uint64_t slots, std::vector<std::uint32_t> table);

  std::uint64_t slots() const override { return slots_; }
  std::uint64_t distance(Slot a, Slot b) const override { return a == b ? 0 : table_[entry(a, b)]; }
  std::string describe() const override;

  /// Returns the position of the distance of two different slots in a table.
  static std::size_t entry(Slot a, Slot b) { return a > b ? a * (a - 1) / 2 + b : b * (b - 1) / 2 + a; }

 private:
  std::uint64_t slots_;
  std::vector<std::uint32_t> table_;
};

}  // namespace topomorph::topology
