// Slots with a full table of distances, only for imports of dense files.
#pragma once

#include <cstdint>
#include <vector>

#include "core/model/topology.h"

namespace topomorph::topology {

class DistanceTable final : public Topology {
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

}  // namespace topomorph::topology
