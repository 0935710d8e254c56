// Groups of tasks that each fit into a host: the first step of PaCMap [Tuncer 2015].
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/mapping/map.h"
#include "core/mapping/multilevel/graph.h"

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

}  // namespace topomorph::mapping
