// From where the processes of a job are to the tree of their slots.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/process_location.h"
#include "core/model/tree.h"

namespace topomorph::topology {

/// Hosts by name, in order of first appearance, and the host of each process.
struct JobHosts {
  std::vector<std::string_view> names;  ///< of the locations, which must live as long
  std::vector<std::size_t> of_process;
};
JobHosts hosts_of(std::span<const ProcessLocation> processes);

/// Where the hosts of a job are in a network that is a tree.
struct HostNetwork {
  const TreeTopology& tree;
  std::vector<Slot> slot_of_host;  ///< by number of JobHosts; the first of them where a host has several
};

/// The job's own tree: one slot for each process.
struct JobTopology {
  TreeTopology tree;
  std::vector<Slot> slot_of_process;
  std::vector<std::uint64_t> process_of_slot;
  std::size_t host_level = 0;  ///< traffic with an LCA above this level crosses hosts; levels() where there is one host
};

/// Builds the tree from the processes' locations; levels that do not branch on any host are dropped. Hosts whose
/// machines differ are padded. Two processes whose place inside their common host is unknown are at that host's
/// distance. Distances: 1, 2, 3, … for the levels inside a host, and `between_hosts` times the largest of them across
/// hosts. Throws InputError for a path that cannot be read.
JobTopology build_job_topology(std::span<const ProcessLocation> processes, std::uint64_t between_hosts = 16);

/// The same with the levels of the network above the hosts, as far as they branch. One scale: the nearest two slots of
/// the network are as far apart as hosts are above, and all its other distances grow in proportion.
JobTopology build_job_topology(std::span<const ProcessLocation> processes, const HostNetwork& network,
                               std::uint64_t between_hosts = 16);

/// What the distances of a network of hosts are multiplied with to come into that scale, where `inside` is the largest
/// distance inside a host and `nearest` the smallest between two slots of the network.
std::uint64_t network_scale(std::uint64_t inside, std::uint64_t nearest, std::uint64_t between_hosts = 16);

}  // namespace topomorph::topology
