// The sides of a machine: the dimensions of its network, or what takes their place, and the levels inside its hosts.
#include "core/mapping/slots/machine_sides.h"

#include "core/topology/shapes/visit.h"

namespace topomorph::mapping {

namespace {

using Sides = std::vector<MachineSide>;

/// Returns none if nodes of a level have different numbers of children.
Sides sides_of_tree(const TreeTopology& tree) {
  Sides sides;
  std::uint64_t stride = 1;
  for (std::size_t l = 1; l <= tree.levels(); ++l) {
    const std::uint64_t size = tree.most_children(l);
    sides.push_back({size, tree.level(l).distance, false, false, stride});
    stride *= size;
  }
  return stride == tree.slots() ? sides : Sides{};
}

Sides sides_of_grid(const topology::GridTopology& grid) {
  Sides sides;
  for (std::size_t d = 0; d < grid.dimensions().size(); ++d) {
    const topology::GridDimension& dimension = grid.dimensions()[d];
    sides.push_back({dimension.size, dimension.cost, true, dimension.wraps, grid.stride(d)});
  }
  return sides;
}

Sides sides_of_dragonfly(const topology::DragonflyTopology& dragonfly) {
  const topology::DragonflyShape& shape = dragonfly.shape();
  const std::uint64_t host = 2 * shape.host_cost, router = host + shape.local_cost;
  return {{shape.hosts, host, false, false, 1},
          {shape.routers, router, false, false, shape.hosts},
          {shape.groups, router + shape.global_cost, false, false, shape.hosts * shape.routers}};
}

Sides sides_of_composed(const topology::ComposedTopology& composed) {
  const TreeTopology* host = composed.has_one_part() ? as_tree(composed.part(0)) : nullptr;
  const bool is_part = &topology::whole_of(composed.network()) != &composed.network();
  if (host == nullptr || is_part) return {};  // places of a part have numbers of their own, without strides
  const Sides network = sides_of(composed.network());
  Sides sides = sides_of_tree(*host);
  if (network.empty() || sides.empty()) return {};
  for (MachineSide side : network) {
    side.step_cost *= composed.scale();
    side.stride *= host->slots();
    sides.push_back(side);
  }
  return sides;
}

}  // namespace

std::vector<MachineSide> sides_of(const Topology& topology) {
  return topology::visit_shape(
      topology, [](const topology::GridTopology& grid) { return sides_of_grid(grid); },
      [](const topology::DragonflyTopology& dragonfly) { return sides_of_dragonfly(dragonfly); },
      [](const topology::ComposedTopology& composed) { return sides_of_composed(composed); },
      [](const topology::RestrictedTopology& part) { return sides_of(part.whole()); },
      [](const TreeTopology& tree) { return sides_of_tree(tree); },
      [](const topology::AnyOf<topology::NetworkTopology> auto&) { return Sides{}; });
}

}  // namespace topomorph::mapping
