// Hosts at switches that form no tree, with distances by the hops between the switches.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/model/topology.h"

namespace topomorph::topology::infiniband {

/// The distance is the cables on the shortest path, 2 for two hosts at the same switch.
class HopTopology final : public Topology {
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

}  // namespace topomorph::topology::infiniband
