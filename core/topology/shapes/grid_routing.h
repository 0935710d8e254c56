// The links of meshes and tori: one in each direction between neighbours.
#pragma once

#include <vector>

#include "core/model/routing.h"
#include "core/topology/shapes/grid_topology.h"

namespace topomorph::topology {

/// Dimension order: along the first dimension to the goal's coordinate, then along the second, and so on; around a
/// torus the shorter way, of two equal ones the positive.
class GridRouting final : public Routing {
 public:
  /// The grid outlives this. A link's bandwidth is the inverse of what a hop along its dimension costs.
  explicit GridRouting(const GridTopology& grid);

  std::uint64_t links() const override { return begin_.back(); }
  /// "(0,1)->(0,2)".
  std::string name(Link link) const override;
  double bandwidth(Link link) const override;
  void route(Slot a, Slot b, std::vector<Link>& path) const override;

 private:
  /// A link by the node of lower coordinate, or the last where it wraps, and its direction.
  Link number(std::size_t dimension, Slot lower, bool positive) const;
  std::size_t dimension_of(Link link) const;
  /// Nodes with a link to the next one along the dimension, of every line of it.
  std::uint64_t steps(std::size_t dimension) const;
  Slot neighbour(Slot slot, std::size_t dimension, bool positive) const;
  std::string coordinates(Slot slot) const;

  const GridTopology& grid_;
  std::vector<Link> begin_ = {0};  // first link of each dimension
};

}  // namespace topomorph::topology
