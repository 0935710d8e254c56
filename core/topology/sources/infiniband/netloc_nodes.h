// Node files of netloc.
#pragma once

#include <string>

#include "core/base/error.h"
#include "core/base/line_reader.h"
#include "core/topology/sources/infiniband/fabric.h"

namespace topomorph::topology::infiniband {

/// Reads netloc's IB-*-nodes.txt (version 1): nodes, links, partitions, and the links of each path between two hosts,
/// which become entries of forwarding tables.
void read_netloc_nodes(const std::string& path, FabricBuilder& fabric);

/// Returns true if the file begins as netloc's do, with a version number alone on a line.
bool is_netloc_nodes(const std::string& path);

}  // namespace topomorph::topology::infiniband
