// Topologies as users write them on the command line.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/model/given_topology.h"

namespace topomorph::topology {

/// One kind of specification: "tree:4:8", "ib:FILE", ...
struct TopologyKind {
  std::string_view prefix;                         ///< with the colon
  std::string_view form;                           ///< for messages and help
  GivenTopology (*read)(const std::string& text);  ///< what stands behind the prefix; throws InputError
};

/// Every kind there is; a new one is a line there.
std::span<const TopologyKind> topology_kinds();

/// KIND:… of the table, or NETWORK+NODE: a network with the same machine in each of its slots ("torus:4x4+tree:4:2"; a
/// NODE may be NETWORK+NODE in turn). NODE may be hwloc:FOLDER, with a file HOST.xml for each host that the network
/// names. A '+' that no known kind follows is part of a file name. Throws InputError, naming the kinds there are.
GivenTopology read_topology(const std::string& spec);

/// Of that only the topology.
std::shared_ptr<const Topology> parse_topology(const std::string& spec);

}  // namespace topomorph::topology
