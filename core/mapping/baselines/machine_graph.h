// A whole machine as one graph: switches, routers, hosts, cores and the links between them.
#pragma once

#include <vector>

#include "core/model/topology.h"
#include "core/topology/shapes/shortest_paths.h"

namespace topomorph::mapping {

/// Vertices and undirected links. Between slots of one network or one machine the cheapest path costs twice their
/// distance. Between places of a network the links out of the machines are added, so these paths are slightly longer.
struct MachineGraph {
  std::uint64_t vertices = 0;
  std::vector<topology::LinkGraph::Link> links;
  std::vector<std::uint64_t> vertex_of;  ///< by slot
};

/// Returns whether the topology and all topologies in it have a picture (core/topology/export/picture.h).
bool has_machine_graph(const Topology& topology);

/// Returns the graph of the topology. Throws InputError if has_machine_graph() is false.
MachineGraph machine_graph(const Topology& topology);

}  // namespace topomorph::mapping
