// Launch-time files for those who prefer them to reordering at run time.
#pragma once

#include <string>

#include "core/mapping/mapping.h"

namespace topomorph::cli {

/// Writes an Open MPI rankfile: "rank R=+nH slot=J", rank by rank, where H counts the topology's hosts (the root's
/// children in a tree of several levels) and J the slots in the host. The file appears whole or not at all. Throws
/// InputError.
void write_rankfile(const Mapping& mapping, const Topology& topology, const std::string& path);

}  // namespace topomorph::cli
