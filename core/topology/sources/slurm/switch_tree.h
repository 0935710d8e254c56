// Builds the tree of hosts from the switches above each host.
#pragma once

#include <string>
#include <vector>

#include "core/model/given_topology.h"

namespace topomorph::topology {

/// A host and its switches: `above[l]` is its node of level l + 1, from the leaf switches up; empty if its branch has
/// no node on that level.
struct HostPath {
  std::string host;
  std::vector<std::string> above;
  std::size_t unit = 0;  ///< SlurmUnits::of_host
};

/// Returns the tree with one slot for each host. Slots follow the order of the paths as far as nodes stay together.
/// Levels that do not branch are dropped. The innermost levels, branching or not, have the names `inner`, the levels
/// above are named `kind`, `kind`2, `kind`3, … Distances are hops: twice the level's number, whether or not the levels
/// below branch. Hosts without a common node meet one level above all,
/// "network". Throws InputError if there are no hosts.
GivenTopology tree_of_host_paths(std::vector<HostPath> paths, const std::string& kind,
                                 const std::vector<std::string>& inner = {});

}  // namespace topomorph::topology
