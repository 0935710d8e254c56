// QAPLIB instances as a topology and as an affinity.
#pragma once

#include <string>

#include "core/affinity/affinity.h"
#include "core/topology/spec.h"

namespace topomorph {

/// The locations of an instance: a mesh, where their distances are those of one; else slots with the distances of the
/// file. Throws InputError.
GivenTopology read_qaplib_topology(const std::string& path);

/// The flows of an instance, as directed as they are: a mapping's cost is then its objective. Throws InputError.
Affinity read_qaplib_flows(const std::string& path);

}  // namespace topomorph
