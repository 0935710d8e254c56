// The sides of a machine: the dimensions of its network, or what takes their place, and the levels inside its hosts.
#pragma once

#include <compare>
#include <cstdint>
#include <vector>

#include "core/model/topology.h"

namespace topomorph::mapping {

/// Places that a number below `size` selects, beside what the other sides select.
struct MachineSide {
  std::uint64_t size = 1;
  std::uint64_t step_cost = 1;  ///< distance of neighbours
  bool is_line = false;      ///< of a grid: farther places cost more; else all places are equally far from each other
  bool wraps = false;        ///< a ring
  std::uint64_t stride = 1;  ///< difference of slot numbers between neighbours

  bool is_like(const MachineSide& other) const {
    return size == other.size && step_cost == other.step_cost && is_line == other.is_line && wraps == other.wraps;
  }
};

/// Returns the sides of the topology, or of the whole that it is a part of: slot numbers of the whole are sums of
/// number x stride over all sides. Inside come first. Returns none for networks that are no grids, dragonflies or
/// regular trees, and for hosts that differ or are no regular trees.
std::vector<MachineSide> sides_of(const Topology& topology);

}  // namespace topomorph::mapping
