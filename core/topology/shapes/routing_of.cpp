// Selects the routing of a topology by its shape.
#include "core/topology/shapes/routing_of.h"

#include "core/topology/shapes/given_routing.h"
#include "core/topology/shapes/visit.h"

namespace topomorph::topology {

namespace {

using RoutingPointer = std::shared_ptr<const Routing>;

/// Returns null if the routes of the network or of a part are unknown.
RoutingPointer of_composed(const ComposedTopology& composed, const RoutingPointer& between_hosts) {
  RoutingPointer network = routing_of(composed.network(), between_hosts);
  if (!network) return nullptr;
  ComposedRouting::Parts parts;
  for (std::size_t place = 0; place + 1 < composed.begin().size(); ++place) {
    RoutingPointer& part = parts[&composed.part(place)];
    if (!part) part = routing_of(composed.part(place));
    if (!part) return nullptr;
  }
  return std::make_shared<ComposedRouting>(composed, std::move(network), std::move(parts));
}

RoutingPointer of_part(const RestrictedTopology& part, const RoutingPointer& between_hosts) {
  RoutingPointer whole = routing_of(part.whole(), between_hosts);
  return whole ? std::make_shared<RestrictedRouting>(std::move(whole), part.kept()) : nullptr;
}

RoutingPointer of_tree(const TreeTopology& tree, const RoutingPointer& between_hosts) {
  if (between_hosts) return std::make_shared<GivenTreeRouting>(tree, between_hosts);
  return std::make_shared<TreeRouting>(tree);
}

}  // namespace

RoutingPointer routing_of(const Topology& topology, RoutingPointer between_hosts) {
  RoutingPointer implied = visit_shape(
      topology, [&](const TreeTopology& tree) { return of_tree(tree, between_hosts); },
      [&](const ComposedTopology& composed) { return of_composed(composed, between_hosts); },
      [&](const RestrictedTopology& part) { return of_part(part, between_hosts); },
      [&](const NetworkTopology& network) { return between_hosts ? nullptr : network.routing(); });
  if (implied || !between_hosts) return implied;
  return std::make_shared<GivenRouting>(topology, std::move(between_hosts));
}

}  // namespace topomorph::topology
