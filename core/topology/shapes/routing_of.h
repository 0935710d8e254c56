// Selects the routing of a topology by its shape.
#pragma once

#include <memory>

#include "core/model/routing.h"

namespace topomorph::topology {

/// Returns the routing, which the topology must outlive; null if its shape has none (NetworkTopology::routing()).
/// `between_hosts` has the real routes if a source has them (GivenTopology::routing). It replaces the routes of the
/// network: the topology itself, the network of a composed one, or the network of a restricted one's whole.
std::shared_ptr<const Routing> routing_of(const Topology& topology,
                                          std::shared_ptr<const Routing> between_hosts = nullptr);

}  // namespace topomorph::topology
