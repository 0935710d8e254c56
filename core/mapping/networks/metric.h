// Distances between the slots of any network, fast enough for inner loops, and which slots are near each other.
#pragma once

#include <bit>
#include <cstdlib>
#include <span>
#include <vector>

#include "core/mapping/graph.h"
#include "core/topology/shapes/grid_topology.h"
#include "core/topology/topology.h"

namespace topomorph {

/// Slots here are numbered as in the list that is given. Distances are scaled down to kLargestDistance at most. Few
/// slots get a table (4 MB at most); meshes and tori, whole or restricted, are computed from coordinates, hypercubes by
/// counting bits; others ask the topology.
class Metric {
 public:
  /// The topology must outlive this.
  Metric(const Topology& topology, std::vector<Slot> slots);

  std::size_t slots() const { return slots_.size(); }
  Slot slot(Vertex local) const { return slots_[local]; }
  const Topology& topology() const { return topology_; }

  EdgeWeight distance(Vertex a, Vertex b) const {
    switch (kind_) {
      case Kind::Table:
        return table_[a * slots_.size() + b];
      case Kind::Bits:
        return unit_ * std::popcount(bits_[a] ^ bits_[b]);
      case Kind::Grid:
        return on_grid(a, b);
      case Kind::Other:
        break;
    }
    return static_cast<EdgeWeight>(topology_.distance(slots_[a], slots_[b]) / divisor_);
  }
  /// No distance is larger.
  EdgeWeight largest() const { return largest_; }

  /// The nearest slots, kNear at most, nearest first.
  std::span<const Vertex> near(Vertex slot) const {
    return {near_.data() + near_begin_[slot], near_.data() + near_begin_[slot + 1]};
  }
  static constexpr std::size_t kNear = 32;
  static constexpr EdgeWeight kLargestDistance = EdgeWeight{1} << 24;

 private:
  enum class Kind { Table, Bits, Grid, Other };
  struct Axis {
    std::int32_t size = 0;  // so large that going round is never shorter, where the axis has ends
    EdgeWeight cost = 1;
  };
  struct Reference;

  EdgeWeight on_grid(Vertex a, Vertex b) const {
    const std::int32_t* x = place_.data() + a * axes_.size();
    const std::int32_t* y = place_.data() + b * axes_.size();
    EdgeWeight sum = 0;
    for (std::size_t d = 0; d < axes_.size(); ++d) {
      const std::int32_t apart = std::abs(x[d] - y[d]);
      sum += axes_[d].cost * std::min(apart, axes_[d].size - apart);
    }
    return sum;
  }
  void read_grid(const Reference& grid);
  void tabulate();
  void find_near_on_grid(const Reference& grid);
  void find_near_by_distance();
  void add_nearest(Vertex slot, std::vector<Vertex>& candidates);

  const Topology& topology_;
  std::vector<Slot> slots_;
  Kind kind_ = Kind::Other;
  std::uint64_t divisor_ = 1;
  EdgeWeight largest_ = 0, unit_ = 1;
  std::vector<std::uint32_t> table_;
  std::vector<std::uint64_t> bits_;
  std::vector<Axis> axes_;
  std::vector<std::int32_t> place_;  // coordinates, slot after slot
  std::vector<Vertex> near_;
  std::vector<std::uint64_t> near_begin_ = {0};
};

/// The grid that a topology is, or is a part of, and the slot of the grid for one of the topology; null for others.
const GridTopology* grid_below(const Topology& topology);
Slot slot_below(const Topology& topology, Slot slot);

/// A bound of all distances.
std::uint64_t largest_distance(const Topology& topology);

}  // namespace topomorph
