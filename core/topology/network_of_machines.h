// Composes NETWORK+NODE: a network as its source describes it, with machines in its places.
#pragma once

#include <string>

#include "core/model/given_topology.h"

namespace topomorph::topology {

/// Returns the network with the same machine in every slot. The host table has the slots of each machine, and the
/// network's host names if it has any. Real routes stay those of the network of a ComposedTopology; if network and
/// machines become one tree, the routes apply to all slots of a host. The speed of a slot is its speed in the machine
/// times the speed of its place. Throws InputError.
GivenTopology compose_given(const GivenTopology& network, const GivenTopology& node);

/// Returns the network with the machine of FOLDER/HOST.xml or HOST.diff.xml in each host (hwloc/machine_folder.h).
/// Hosts without a usable file count as the commonest machine of the others (the first of equals); a note names them.
/// Levels of the same name are one level, at the same distance. Throws InputError if the network names no hosts, or
/// none of them has a file.
GivenTopology compose_from_folder(const GivenTopology& network, const std::string& folder);

}  // namespace topomorph::topology
