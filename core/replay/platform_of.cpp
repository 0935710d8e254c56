// The machine of a replay, from a topology and the costs of its links.
#include "core/replay/platform_of.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/topology/shapes/visit.h"

namespace topomorph::replay {

namespace {

Platform of_tree(const TreeTopology& tree, const evaluation::CostOptions& cost) {
  Platform platform = tree_platform(tree, cost.costs, cost.host_level);
  if (cost.routing) {
    platform.routing = cost.routing;
    platform.link_bandwidth = evaluation::unit_link(tree, cost).bandwidth;
  }
  return platform;
}

}  // namespace

Platform platform_of(const Topology& topology, const evaluation::CostOptions& cost) {
  if (const TreeTopology* tree = as_tree(topology)) return of_tree(*tree, cost);
  Platform platform;
  platform.routing = evaluation::routing_by(topology, cost);
  if (!platform.routing) {
    throw InputError(
        fmt::format("found a {}, expected a topology whose routes are known, for a replay", topology.describe()));
  }
  platform.link_bandwidth = evaluation::unit_link(topology, cost).bandwidth;
  for (Slot slot = 0; slot < topology.slots(); ++slot) {
    platform.host_of.push_back(static_cast<std::uint32_t>(topology::slot_below(topology, slot)));
  }
  platform.cost = [&topology, unit = cost.per_distance](Slot a, Slot b) {
    const auto distance = static_cast<double>(std::max<std::uint64_t>(topology.distance(a, b), 1));
    return evaluation::LinkCost{unit.latency * distance, unit.bandwidth / distance};
  };
  return platform;
}

}  // namespace topomorph::replay
