// NETWORK+NODE: what a source tells of a network, with machines in its places.
#pragma once

#include <string>

#include "core/model/given_topology.h"

namespace topomorph::topology {

/// The same machine in every slot of the network. The host table says which slots are in which machine, with the names
/// that the network has, if it has some. The network's routes stay those of a ComposedTopology's network; where all
/// becomes one tree, they lead to all slots of its hosts. A slot's speed is the machine's in it times that of its
/// place. Throws InputError.
GivenTopology compose_given(const GivenTopology& network, const GivenTopology& node);

/// Host by host the machine of the file FOLDER/HOST.xml or HOST.diff.xml (hwloc/machine_folder.h). Hosts that have no
/// file, or one that cannot be used, are taken for the commonest machine of the others (the first of equals), which
/// is told in a note. Levels of the machines that are called the same are one level, at the same distance. Throws
/// InputError where the network names no hosts, or none of them has a file.
GivenTopology compose_from_folder(const GivenTopology& network, const std::string& folder);

}  // namespace topomorph::topology
