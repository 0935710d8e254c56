// PaCMap as a mapping algorithm [Tuncer 2015]: groups of tasks that each fit into a host, and the hosts of a topology.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/mapping/graph/graph.h"
#include "core/mapping/problem/map_options.h"
#include "core/mapping/problem/problem.h"

namespace topomorph::mapping {

struct TaskGroups {
  std::vector<Vertex> of_role;
  Graph graph;  ///< of the groups; weights as in scaled_graph()
  std::size_t count() const { return graph.vertices(); }
};

/// Returns a group for each capacity, of at most so many roles, with little volume between groups. Uses the partitioner
/// of multisection (the paper: METIS). The capacities have room for all roles. Same seed, same groups.
TaskGroups task_groups(const Affinity& affinity, std::span<const std::int64_t> capacities, const MapOptions& options);

/// Returns as few groups as have room for all roles, with at most `roles_per_host` (above 0) in each.
TaskGroups task_groups(const Affinity& affinity, std::uint64_t roles_per_host, const MapOptions& options);

/// Returns the exact traffic between groups. Traffic inside a group becomes traffic of the group with itself, which
/// costs nothing.
Affinity traffic_between(const TaskGroups& groups, const Affinity& affinity);

enum class UnknownHosts { Refused, BelowTheRoot };

/// Assigns the slots of a topology to hosts of a network. Hosts are the places of a network with machines, or the nodes
/// of a tree's level of hosts. Otherwise, or if all slots are on one host, every slot is a host. A part of a topology
/// has the hosts of the whole.
struct HostView {
  std::shared_ptr<const Topology> network;  ///< its slots are the hosts; may point into the topology
  std::vector<Slot> host_of;                ///< by slot of the topology
  /// A tree whose source does not say which level has the hosts is refused with an InputError, or its hosts are the
  /// nodes below its root.
  static HostView of(const Topology& topology, UnknownHosts unknown = UnknownHosts::Refused);
};

/// Maps task groups onto the hosts of the topology. Uses as few hosts as have room, those with most slots first if they
/// differ. The paper leaves the order within a host open; here roles ascend.
/// Throws InputError for a tree whose source does not say which level has the hosts.
Mapping map_by_pacmap(const Problem& problem);

/// Does the same as a start of a search: on every topology, because any start does.
Mapping start_by_pacmap(const Problem& problem);

}  // namespace topomorph::mapping
