// Tasks in groups that fit into a host each: what PaCMap (paper 001) begins with.
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

/// A group for each capacity, of so many roles at most, with little volume between groups: by the partitioner that
/// multisection has (the paper: METIS). There is room for all roles. Same seed, same groups.
TaskGroups task_groups(const Affinity& affinity, std::span<const std::int64_t> capacities, const MapOptions& options);

/// As few groups as have room for all, `roles_per_host` (above 0) in each at most.
TaskGroups task_groups(const Affinity& affinity, std::uint64_t roles_per_host, const MapOptions& options);

/// What groups exchange, exactly; what stays in one is traffic with itself, which costs nothing.
Affinity traffic_between(const TaskGroups& groups, const Affinity& affinity);

}  // namespace topomorph::mapping
