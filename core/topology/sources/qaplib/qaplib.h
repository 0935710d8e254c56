// Reads the locations of QAPLIB instances as a topology.
#pragma once

#include <string>

#include "core/model/given_topology.h"

namespace topomorph::topology {

/// Returns a mesh if the distances of the locations are those of a mesh, else slots with the file's table of distances.
/// Throws InputError.
GivenTopology read_qaplib_topology(const std::string& path);

}  // namespace topomorph::topology
