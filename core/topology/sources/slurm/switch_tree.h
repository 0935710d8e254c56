// From the switches above each host to the tree of the hosts.
#pragma once

#include <string>
#include <vector>

#include "core/model/given_topology.h"

namespace topomorph::topology {

/// A host and what is above it: `above[l]` is the node of level l + 1 that it is under, from the leaf switches up;
/// empty where its branch has none on that level.
struct HostPath {
  std::string host;
  std::vector<std::string> above;
};

/// The tree with one slot for each host, in the order of the paths as far as nodes stay together; levels that do not
/// branch are dropped. The levels are called `kind`, `kind`2, `kind`3, … and distances are hops: twice the level,
/// whether or not the levels below it branch. Hosts without a common node meet one level above all, "network". Throws
/// InputError without hosts.
GivenTopology tree_of_host_paths(std::vector<HostPath> paths, const std::string& kind);

}  // namespace topomorph::topology
