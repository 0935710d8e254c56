// Reads topologies as users write them on the command line.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/given_topology.h"

namespace topomorph::topology {

/// One kind of specification: "tree:4:8", "ib:FILE", ...
struct TopologyKind {
  std::string_view prefix;                         ///< with the colon
  std::string_view form;                           ///< for messages and help
  GivenTopology (*read)(const std::string& text);  ///< reads the text after the prefix; throws InputError
  bool reads_files;                                ///< the text names a file or a folder
};

std::span<const TopologyKind> topology_kinds();

/// Reads KIND:… or NETWORK+NODE, a network with the same machine in each slot ("torus:4x4+tree:4:2"). NODE may be a
/// NETWORK+NODE itself, or hwloc:FOLDER with a file HOST.xml for each host that the network names. A '+' that no known
/// kind follows is part of a file name. Throws InputError, for an unknown kind with the names of all kinds.
GivenTopology read_topology(const std::string& spec);

/// Returns the specification with absolute paths, in place of the names of files and folders that are there. A kind
/// that reads no files stays as it is, whatever the names in the folder are.
std::string with_absolute_paths(const std::string& spec);

/// Returns the NETWORK of NETWORK+NODE; other specifications unchanged.
std::string network_of(const std::string& spec);

/// Returns only the topology of read_topology().
std::shared_ptr<const Topology> parse_topology(const std::string& spec);

}  // namespace topomorph::topology
