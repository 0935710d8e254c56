// The links of meshes and tori: one in each direction between neighbours.
#pragma once

#include <vector>

#include "core/model/routing.h"
#include "core/topology/shapes/grid_topology.h"

namespace topomorph::topology {

/// Dimension order: along the first dimension to the destination's coordinate, then along the second, and so on. In a
/// torus it takes the shorter way round, of two equal ones the positive.
class GridRouting final : public Routing {
 public:
  /// The grid must outlive this. A link's bandwidth is the inverse of the cost of a hop along its dimension.
  explicit GridRouting(const GridTopology& grid);

  std::uint64_t links() const override { return begin_.back(); }
  /// As in "(0,1)->(0,2)".
  std::string name(Link link) const override;
  double bandwidth(Link link) const override;
  void route(Slot a, Slot b, std::vector<Link>& path) const override;

 private:
  /// Returns the link of a direction, by its end with the lower coordinate (the last node if the link wraps).
  Link number(std::size_t dimension, Slot lower, bool positive) const;
  std::size_t dimension_of(Link link) const;
  /// Returns the number of links along one line of the dimension, in each direction.
  std::uint64_t steps(std::size_t dimension) const;
  Slot neighbour(Slot slot, std::size_t dimension, bool positive) const;
  std::string coordinates(Slot slot) const;

  const GridTopology& grid_;
  std::vector<Link> begin_ = {0};  // first link of each dimension
};

}  // namespace topomorph::topology
