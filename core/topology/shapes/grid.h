// Meshes and tori of any number of dimensions, and the links between neighbours.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/topology/shapes/network.h"

namespace topomorph::topology {

struct GridDimension {
  std::uint64_t size = 1;  ///< slots along it
  bool wraps = false;      ///< its ends are linked (torus); no effect for sizes 1 and 2
  std::uint64_t cost = 1;  ///< distance of one hop along it
};

/// Slots in a grid, the first coordinate fastest: slot = x + size_x * (y + size_y * z). The distance is the sum over
/// all dimensions of hops times the cost of a hop, as in dimension-order routing.
class GridTopology final : public NetworkTopology {
 public:
  /// Throws InputError without dimensions, for a size of 0, for more than kMaxSlots slots and for distances of 2^62.
  explicit GridTopology(std::vector<GridDimension> dimensions);
  static GridTopology mesh(std::span<const std::uint64_t> sizes);
  static GridTopology torus(std::span<const std::uint64_t> sizes);
  /// Has 2^dimensions slots.
  static GridTopology hypercube(std::uint64_t dimensions);

  std::uint64_t slots() const override { return slots_; }
  std::uint64_t distance(Slot a, Slot b) const override;
  /// Returns "mesh of 8 x 8", "torus of 2 x 4 x 8", "grid of 4 (wraps) x 3", "hypercube of 10 dimensions".
  std::string describe() const override;
  Shape as_shape() const override { return this; }
  std::shared_ptr<const Routing> routing() const override;
  std::optional<Extent> extent() const override { return Extent{shortest_hop(), diameter()}; }
  bool numbered_by_nearness() const override { return false; }

  std::span<const GridDimension> dimensions() const { return dimensions_; }
  std::uint64_t coordinate(Slot slot, std::size_t d) const { return slot / stride_[d] % dimensions_[d].size; }
  /// Returns the slot's coordinates as in "(0,1)".
  std::string name_of(Slot slot) const;
  /// Returns the longest distance of two slots.
  std::uint64_t diameter() const;
  /// Returns the shortest distance of two different slots; 0 if there is only one.
  std::uint64_t shortest_hop() const;
  /// Returns the difference of slot numbers between neighbours along dimension d.
  std::uint64_t stride(std::size_t d) const { return stride_[d]; }

 private:
  void tabulate();

  std::vector<GridDimension> dimensions_;
  std::vector<std::uint64_t> stride_;
  std::uint64_t slots_ = 1;
  bool is_hypercube_ = false;
  std::vector<std::uint32_t> coordinates_;  // of few slots, slot after slot: a lookup is cheaper than divisions
};

/// Returns the topology if it is a grid, whole and without machines in its places; else null.
inline const GridTopology* as_grid(const Topology& topology) { return as_kind<GridTopology>(topology); }

/// Dimension order: along the first dimension to the destination's coordinate, then along the second, and so on. In a
/// torus it takes the shorter way round, of two equal ones the positive.
class GridRouting final : public Routing {
 public:
  /// The grid must outlive this. A link's bandwidth is the inverse of the cost of a hop along its dimension.
  explicit GridRouting(const GridTopology& grid);

  std::uint64_t links() const override { return begin_.back(); }
  /// As in "(0,1)->(0,2)".
  std::string name(Link link) const override;
  std::optional<LinkEnds> ends(Link link) const override;
  double bandwidth(Link link) const override;
  void route(Slot a, Slot b, std::vector<Link>& path) const override;

 private:
  /// Returns the link of a direction, by its end with the lower coordinate (the last node if the link wraps).
  Link number(std::size_t dimension, Slot lower, bool positive) const;
  std::size_t dimension_of(Link link) const;
  /// Returns the number of links along one line of the dimension, in each direction.
  std::uint64_t steps(std::size_t dimension) const;
  Slot neighbour(Slot slot, std::size_t dimension, bool positive) const;

  const GridTopology& grid_;
  std::vector<Link> begin_ = {0};  // first link of each dimension
};

}  // namespace topomorph::topology
