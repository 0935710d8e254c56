// QAPLIB instances as a topology and as an affinity.
#pragma once

#include <string>

#include "core/model/given_topology.h"

namespace topomorph::topology {

/// The locations of an instance: a mesh, where their distances are those of one; else slots with the distances of the
/// file. Throws InputError.
GivenTopology read_qaplib_topology(const std::string& path);

}  // namespace topomorph::topology
