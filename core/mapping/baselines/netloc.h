// Netloc with Scotch, recursively: on the places of a network, then inside each [Bordage 2017, section 5.2].
#pragma once

#include "core/mapping/problem/problem.h"

namespace topomorph::mapping {

/// The first method. Maps the roles onto the places of the network with Scotch's architecture of it, then the roles of
/// each place onto the topology inside, and so on. A tree with hosts inside is a network of hosts. Other topologies get
/// Scotch's mapping.
/// The paper leaves places with unequal numbers of slots open, since Scotch's own shapes have no weights; here the
/// network is then a table of its distances with weights. Each place gets at most as many roles as it has slots:
/// surplus roles of Scotch's mapping are moved. Throws InputError if Scotch fails.
Mapping map_netloc_recursively(const Problem& problem);

}  // namespace topomorph::mapping
