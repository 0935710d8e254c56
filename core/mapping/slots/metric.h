// Distances between slots of any network, fast enough for inner loops, and the nearest slots of each.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <span>
#include <vector>

#include "core/mapping/graph/graph.h"
#include "core/mapping/problem/parameters.h"
#include "core/model/topology.h"
#include "core/topology/shapes/composed.h"
#include "core/topology/shapes/grid.h"

namespace topomorph::mapping {

/// Distances between the slots of a list, which it numbers in their order. Scales distances down to kLargestDistance at
/// most. Computes them in the fastest way that suits: from a table of few slots (4 MB); on meshes and tori, whole or
/// restricted, from coordinates; on hypercubes by counting bits; on networks of up to 1024 machines from a table of the
/// network and one of each kind of machine; elsewhere from a table of up to 4096 slots (32 MB), or by the topology.
class Metric {
 public:
  /// The topology must outlive this.
  Metric(const Topology& topology, std::vector<Slot> slots);

  /// One dimension of the grid that the slots, or the places of their machines, are part of.
  struct Axis {
    std::int32_t size = 0;  ///< of a mesh so large that going round is never shorter
    EdgeWeight cost = 1;
    std::size_t extent = 0;  ///< 1 more than the largest coordinate of a slot
  };
  std::span<const Axis> axes() const { return axes_; }  ///< none without a grid
  std::int32_t coordinate(Vertex slot, std::size_t axis) const { return place_[slot * axes_.size() + axis]; }

  /// Returns whether the distance of two slots is the sum of their distances along axes().
  bool sums_axes() const { return sums_axes_; }

  std::size_t slots() const { return slots_.size(); }
  Slot slot(Vertex local) const { return slots_[local]; }
  const Topology& topology() const { return topology_; }

  /// Calls work(between), where between(a, b) is the distance. The compiler sees how it is computed, and inlines it.
  template <class Work>
  auto with_distance(Work work) const {
    switch (kind_) {
      case Kind::Table:
        return work(
            [table = table_.data(), n = slots_.size()](Vertex a, Vertex b) -> EdgeWeight { return table[a * n + b]; });
      case Kind::LargeTable:
        return work([table = large_table_.data(), n = slots_.size()](Vertex a, Vertex b) -> EdgeWeight {
          return table[a * n + b];
        });
      case Kind::Bits:
        return work([bits = bits_.data(), unit = unit_](Vertex a, Vertex b) -> EdgeWeight {
          return unit * std::popcount(bits[a] ^ bits[b]);
        });
      case Kind::Grid:
        switch (axes_.size()) {
          case 2:
            return work(OnGrid<2>{axes_.data(), place_.data()});
          case 3:
            return work(OnGrid<3>{axes_.data(), place_.data()});
          default:
            return work(OnGrid<0>{axes_.data(), place_.data(), axes_.size()});
        }
      case Kind::Places:
        return work(OnPlaces{seats_.data(), between_.data(), inside_.data(), places_});
      case Kind::Other:
        break;
    }
    return work([this](Vertex a, Vertex b) {
      return static_cast<EdgeWeight>(topology_.distance(slots_[a], slots_[b]) / divisor_);
    });
  }
  EdgeWeight distance(Vertex a, Vertex b) const {
    return with_distance([=](const auto& between) { return between(a, b); });
  }
  /// Returns the number by which the topology's distances are divided.
  EdgeWeight divisor() const { return static_cast<EdgeWeight>(divisor_); }
  /// Returns an upper bound of the scaled distances.
  EdgeWeight largest() const { return largest_; }

  /// Returns the least distance of two slots.
  EdgeWeight shortest() const {
    EdgeWeight shortest = largest_;
    for (Vertex slot = 0; slot < slots(); ++slot) {
      if (!near(slot).empty()) shortest = std::min(shortest, distance(slot, near(slot).front()));
    }
    return shortest;
  }

  /// Returns the nearest slots, at most kMetric.near, the nearest first.
  std::span<const Vertex> near(Vertex slot) const {
    return {near_.data() + near_begin_[slot], near_.data() + near_begin_[slot + 1]};
  }
  static constexpr EdgeWeight kLargestDistance = EdgeWeight{1} << 24;

 private:
  enum class Kind { Table, LargeTable, Bits, Grid, Places, Other };
  struct Reference;

  /// The distance on `dimensions` axes, or on `count` axes if `dimensions` is 0.
  template <std::size_t dimensions>
  struct OnGrid {
    const Axis* axes;
    const std::int32_t* place;
    std::size_t count = dimensions;

    EdgeWeight operator()(Vertex a, Vertex b) const {
      const std::size_t n = dimensions == 0 ? count : dimensions;
      const std::int32_t *x = place + a * n, *y = place + b * n;
      EdgeWeight sum = 0;
      for (std::size_t d = 0; d < n; ++d) {
        const std::int32_t apart = std::abs(x[d] - y[d]);
        sum += axes[d].cost * std::min(apart, axes[d].size - apart);
      }
      return sum;
    }
  };

  /// The position of a slot in a network with machines in its places.
  struct Seat {
    std::uint32_t place = 0, inside = 0;  // the slot's number in the machine
    std::uint32_t machine = 0, size = 0;  // where the machine's table begins, and its slots
  };
  struct OnPlaces {
    const Seat* seats;
    const std::uint32_t *between, *inside;
    std::size_t places;

    EdgeWeight operator()(Vertex a, Vertex b) const {
      const Seat &one = seats[a], &other = seats[b];
      if (one.place != other.place) return between[one.place * places + other.place];
      return inside[one.machine + one.inside * one.size + other.inside];
    }
  };
  void read_places();
  std::vector<Seat> tabulate_places(const topology::ComposedTopology& composed);
  void read_coordinates(const Reference& grid);
  void compute_from_coordinates(const Reference& grid);
  bool equal_costs() const;  ///< whether a hop costs the same along each axis
  template <class Entry>
  std::vector<Entry> tabulated() const;
  void find_near_on_grid(const Reference& grid);
  void find_near_by_distance();
  void add_nearest(Vertex slot, std::vector<Vertex>& candidates);

  const Topology& topology_;
  std::vector<Slot> slots_;
  Kind kind_ = Kind::Other;
  std::uint64_t divisor_ = 1;
  EdgeWeight largest_ = 0, unit_ = 1;
  std::vector<std::uint32_t> table_;
  std::vector<std::uint16_t> large_table_;
  std::vector<std::uint64_t> bits_;
  std::vector<Seat> seats_;             // with machines only
  std::vector<std::uint32_t> between_;  // places
  std::vector<std::uint32_t> inside_;   // a table for each kind of machine, one after the other
  std::size_t places_ = 0;
  std::vector<Axis> axes_;
  bool sums_axes_ = false;
  std::vector<std::int32_t> place_;  // coordinates, slot after slot
  std::vector<Vertex> near_;
  std::vector<std::uint64_t> near_begin_ = {0};
};

/// Returns the grid that the topology is, is a part of, or has machines in the places of; null for others.
const topology::GridTopology* grid_below(const Topology& topology);
/// Returns whether the topology is a grid or a part of one, with the grid's distances.
bool is_grid(const Topology& topology);

/// Returns whether the topology is a network with machines in its places, or a part of one.
bool has_machines(const Topology& topology);
/// Returns the slots of the topology, or of the whole that it is a part of.
std::uint64_t slots_of_whole(const Topology& topology);

/// Returns an upper bound of all distances; an estimate for very many slots whose distances have no simple formula.
std::uint64_t largest_distance(const Topology& topology);

}  // namespace topomorph::mapping
