// The table of routings: one line for each kind of topology.
#include "core/topology/shapes/routing_of.h"

#include <array>

#include "core/topology/shapes/composed_routing.h"
#include "core/topology/shapes/dragonfly_routing.h"
#include "core/topology/shapes/given_routing.h"
#include "core/topology/shapes/graph_routing.h"
#include "core/topology/shapes/grid_routing.h"
#include "core/topology/shapes/restricted.h"
#include "core/topology/shapes/restricted_routing.h"
#include "core/topology/shapes/tree_routing.h"

namespace topomorph::topology {

namespace {

using RoutingPointer = std::shared_ptr<const Routing>;
using Make = RoutingPointer (*)(const Topology& topology, RoutingPointer between_hosts);

/// Makes the routing of a kind that needs only the topology; null for other kinds.
template <typename Kind, typename RoutingOfKind>
RoutingPointer make(const Topology& topology, RoutingPointer between_hosts) {
  const auto* kind = dynamic_cast<const Kind*>(&topology);
  return kind == nullptr || between_hosts ? nullptr : std::make_shared<RoutingOfKind>(*kind);
}

RoutingPointer tree_with_routes(const Topology& topology, RoutingPointer between_hosts) {
  const auto* tree = dynamic_cast<const TreeTopology*>(&topology);
  if (tree == nullptr || !between_hosts) return nullptr;
  return std::make_shared<GivenTreeRouting>(*tree, std::move(between_hosts));
}

RoutingPointer composed(const Topology& topology, RoutingPointer between_hosts) {
  const auto* kind = dynamic_cast<const ComposedTopology*>(&topology);
  if (kind == nullptr) return nullptr;
  RoutingPointer network = routing_of(kind->network(), std::move(between_hosts));
  if (!network) return nullptr;
  ComposedRouting::Parts parts;
  for (std::size_t place = 0; place + 1 < kind->begin().size(); ++place) {
    RoutingPointer& part = parts[&kind->part(place)];
    if (!part) part = routing_of(kind->part(place));
    if (!part) return nullptr;
  }
  return std::make_shared<ComposedRouting>(*kind, std::move(network), std::move(parts));
}

RoutingPointer restricted(const Topology& topology, RoutingPointer between_hosts) {
  const auto* kind = dynamic_cast<const RestrictedTopology*>(&topology);
  if (kind == nullptr) return nullptr;
  RoutingPointer whole = routing_of(kind->whole(), std::move(between_hosts));
  return whole ? std::make_shared<RestrictedRouting>(std::move(whole), kind->kept()) : nullptr;
}

/// The first that returns a routing counts.
constexpr auto kMakers = std::to_array<Make>({
    composed,
    restricted,
    tree_with_routes,
    make<TreeTopology, TreeRouting>,
    make<GridTopology, GridRouting>,
    make<DragonflyTopology, DragonflyRouting>,
    make<GraphTopology, GraphRouting>,
});

}  // namespace

RoutingPointer routing_of(const Topology& topology, RoutingPointer between_hosts) {
  for (const Make maker : kMakers) {
    if (RoutingPointer routing = maker(topology, between_hosts)) return routing;
  }
  return between_hosts ? std::make_shared<GivenRouting>(topology, std::move(between_hosts)) : nullptr;
}

}  // namespace topomorph::topology
