// Finds hosts by name, and builds the tree of a job's slots from the locations of its processes.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/model/process_location.h"
#include "core/model/tree.h"

namespace topomorph::topology {

/// Hosts by name, in order of first appearance, and the host of each process.
struct JobHosts {
  std::vector<std::string_view> names;  ///< views into the locations, which must outlive them
  std::vector<std::size_t> of_process;
};
JobHosts hosts_of(std::span<const ProcessLocation> processes);

/// The places of a job's hosts in a network that is a tree.
struct HostNetwork {
  const TreeTopology& tree;
  std::vector<Slot> slot_of_host;  ///< by host number of JobHosts; the first slot of a host with several
};

/// The tree of a job: one slot for each process.
struct JobTopology {
  TreeTopology tree;
  std::vector<Slot> slot_of_process;
  std::vector<std::uint64_t> process_of_slot;
  std::size_t host_level = 0;  ///< traffic whose LCA is above this level crosses hosts; levels() for a single host
};

/// Builds the tree from the processes' locations. Drops levels that branch on no host, and pads hosts whose machines
/// differ. Two processes whose place inside their common host is unknown are at the distance of that host. Distances:
/// 1, 2, 3, … for the levels inside a host; across hosts `between_hosts` times the largest of them. Throws InputError
/// for a path that cannot be read.
JobTopology build_job_topology(std::span<const ProcessLocation> processes, std::uint64_t between_hosts = 16);

/// Builds the same tree with the levels of the network above the hosts, as far as they branch. All distances have one
/// scale: the nearest two slots of the network are as far apart as two hosts without a network, and the network's other
/// distances grow in proportion.
JobTopology build_job_topology(std::span<const ProcessLocation> processes, const HostNetwork& network,
                               std::uint64_t between_hosts = 16);

/// Returns the factor that brings the distances of a network to the scale of build_job_topology(). `inside` is the
/// largest distance inside a host, `nearest` the smallest between two slots of the network.
std::uint64_t network_scale(std::uint64_t inside, std::uint64_t nearest, std::uint64_t between_hosts = 16);

/// Finds hosts in a table of names: by the exact name, else without regard to case, else without the part after the
/// first dot on either side, provided only one host has this short name. Addresses ("10.1.2.3") have no short name.
class HostNames {
 public:
  /// Keeps no copy of the names; they must outlive this object.
  explicit HostNames(std::span<const std::string> names);

  std::optional<std::size_t> find(std::string_view name) const;

 private:
  static constexpr std::size_t kSeveral = ~std::size_t{0};
  std::unordered_map<std::string, std::size_t> full_, short_;  // keys in lower case
};

}  // namespace topomorph::topology
