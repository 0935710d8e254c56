// A whole machine as one graph: switches, routers, hosts, cores and the links between them.
#pragma once

#include <vector>

#include "core/model/topology.h"
#include "core/topology/shapes/shortest_paths.h"

namespace topomorph::mapping {

/// Vertices and undirected links. Between slots of one network or machine the cheapest path costs twice their distance;
/// between places of a network what leads out of the machines is added, so paths are somewhat longer.
struct MachineGraph {
  std::uint64_t vertices = 0;
  std::vector<topology::LinkGraph::Link> links;
  std::vector<std::uint64_t> vertex_of;  ///< of each slot
};

/// Whether all that the topology is made of has a picture (core/topology/export/picture.h).
bool has_machine_graph(const Topology& topology);

/// Throws InputError where it has none.
MachineGraph machine_graph(const Topology& topology);

}  // namespace topomorph::mapping
