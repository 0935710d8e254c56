// Finds the topologies that a composed or restricted topology is made of.
#include "core/topology/shapes/visit.h"

namespace topomorph::topology {

const Topology& whole_of(const Topology& topology) {
  return visit_shape(
      topology, [](const RestrictedTopology& part) -> const Topology& { return whole_of(part.whole()); },
      [](const AnyOf<TreeTopology, ComposedTopology, NetworkTopology> auto& whole) -> const Topology& {
        return whole;
      });
}

Slot slot_of_whole(const Topology& topology, Slot slot) {
  return visit_shape(
      topology, [&](const RestrictedTopology& part) { return slot_of_whole(part.whole(), part.kept()[slot]); },
      [&](const AnyOf<TreeTopology, ComposedTopology, NetworkTopology> auto&) { return slot; });
}

const Topology& network_below(const Topology& topology) {
  return visit_shape(
      topology, [](const RestrictedTopology& part) -> const Topology& { return network_below(part.whole()); },
      [](const ComposedTopology& composed) -> const Topology& { return network_below(composed.network()); },
      [](const AnyOf<TreeTopology, NetworkTopology> auto& network) -> const Topology& { return network; });
}

Slot slot_below(const Topology& topology, Slot slot) {
  return visit_shape(
      topology, [&](const RestrictedTopology& part) { return slot_below(part.whole(), part.kept()[slot]); },
      [&](const ComposedTopology& composed) { return slot_below(composed.network(), composed.place_of(slot)); },
      [&](const AnyOf<TreeTopology, NetworkTopology> auto&) { return slot; });
}

}  // namespace topomorph::topology
