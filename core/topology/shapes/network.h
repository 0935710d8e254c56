// Networks: shapes that are neither trees nor made of other topologies, and those with nothing but distances.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/model/routing.h"
#include "core/model/topology.h"

namespace topomorph::topology {

/// Distances of two slots.
struct Extent {
  std::uint64_t nearest = 0;   ///< of two different slots; 0 if there is one slot
  std::uint64_t farthest = 0;  ///< from the first slot
};

/// Grids, dragonflies, graphs and tables of distances. Code that needs only these functions handles a new network too.
class NetworkTopology : public Topology {
 public:
  /// Returns the routes that the shape implies, null if unknown. This must outlive them.
  virtual std::shared_ptr<const Routing> routing() const = 0;
  /// Returns nothing if the shape has no formula; the caller then samples distances.
  virtual std::optional<Extent> extent() const = 0;
  /// Returns whether slots with near numbers are near each other, so that a line through all slots follows the numbers.
  virtual bool numbered_by_nearness() const = 0;
};

/// A network with nothing but distances.
class OpaqueTopology : public NetworkTopology {
 public:
  Shape as_shape() const final { return this; }
  std::shared_ptr<const Routing> routing() const final { return nullptr; }
  std::optional<Extent> extent() const final { return std::nullopt; }
  bool numbered_by_nearness() const final { return false; }
};

/// The one topology with a table of slots x slots / 2 entries. A decomposition-defined architecture consists of the
/// distances in its file, and the table is no larger than that file.
class TabledTopology final : public OpaqueTopology {
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

class DistanceTable final : public OpaqueTopology {
 public:
  /// Takes slots x slots distances, row after row, symmetric, with zeros in the diagonal.
  DistanceTable(std::uint64_t slots, std::vector<std::uint64_t> distances)
      : slots_(slots), distances_(std::move(distances)) {}

  std::uint64_t slots() const override { return slots_; }
  std::uint64_t distance(Slot a, Slot b) const override { return distances_[a * slots_ + b]; }
  std::string describe() const override { return "table of the distances of " + std::to_string(slots_) + " slots"; }

 private:
  std::uint64_t slots_;
  std::vector<std::uint64_t> distances_;
};

/// The distance is the cables on the shortest path, 2 for two hosts at the same switch.
class HopTopology final : public OpaqueTopology {
 public:
  /// `switch_of_slot[s]` is the slot's switch, numbered among those with hosts; `hops[a][b]` the cables between two of
  /// these switches. So the table grows with the switches, not with the slots.
  HopTopology(std::vector<std::uint32_t> switch_of_slot, std::vector<std::vector<std::uint16_t>> hops,
              std::size_t switches)
      : switch_of_slot_(std::move(switch_of_slot)), hops_(std::move(hops)), switches_(switches) {}

  std::uint64_t slots() const override { return switch_of_slot_.size(); }
  std::uint64_t distance(Slot a, Slot b) const override {
    return a == b ? 0 : std::uint64_t{2} + hops_[switch_of_slot_[a]][switch_of_slot_[b]];
  }
  std::string describe() const override;

 private:
  std::vector<std::uint32_t> switch_of_slot_;
  std::vector<std::vector<std::uint16_t>> hops_;
  std::size_t switches_;  // with and without hosts
};

}  // namespace topomorph::topology
