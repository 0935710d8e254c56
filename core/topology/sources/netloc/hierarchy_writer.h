// Writes netloc's hierarchies.
#pragma once

#include <string>

#include "core/model/given_topology.h"

namespace topomorph::topology {

/// Returns the text of such a file, with the same slots, hosts and distances. Throws InputError if the topology does
/// not consist of meshes, tori and trees, or a tree is too irregular to be a part of one with equal children.
std::string hierarchy_text(const GivenTopology& given);

}  // namespace topomorph::topology
