// From a topology to the routes that its shape implies.
#pragma once

#include <memory>

#include "core/model/routing.h"

namespace topomorph::topology {

/// Null where no routes are known (NetworkTopology::routing()). The topology outlives the result. `between_hosts`,
/// where a source told the real routes (GivenTopology::routing), stands in for those of the network: of the topology
/// itself, of a composed one's network, or of the network of what was restricted.
std::shared_ptr<const Routing> routing_of(const Topology& topology,
                                          std::shared_ptr<const Routing> between_hosts = nullptr);

}  // namespace topomorph::topology
