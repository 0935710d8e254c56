// Groups of tasks that each fit into a host: the first step of PaCMap [Tuncer 2015].
#include "core/mapping/baselines/task_groups.h"

#include <algorithm>
#include <numeric>

#include "core/mapping/multilevel/partition.h"

namespace topomorph::mapping {

namespace {

constexpr EdgeWeight kLargestSum = EdgeWeight{1} << 40;  // multiplied by a distance it fits 64 bits
constexpr Effort kEffort{2, 4, 8, 2};

}  // namespace

TaskGroups task_groups(const Affinity& affinity, std::span<const std::int64_t> capacities, const MapOptions& options) {
  const Graph graph = scaled_graph(affinity, options.weight, affinity.roles(), kLargestSum);
  TaskGroups groups;
  if (std::all_of(capacities.begin(), capacities.end(), [](std::int64_t capacity) { return capacity == 1; })) {
    groups.of_role.resize(affinity.roles());
    std::iota(groups.of_role.begin(), groups.of_role.end(), Vertex{0});
  } else {
    PartitionContext context{kEffort, Random(options.seed), Deadline(options.time_limit), {}};
    groups.of_role = partition(graph, capacities, context);
  }
  groups.graph = contracted(graph, groups.of_role, capacities.size());
  return groups;
}

TaskGroups task_groups(const Affinity& affinity, std::uint64_t roles_per_host, const MapOptions& options) {
  const std::uint64_t roles = affinity.roles();
  const std::uint64_t room = std::min(roles_per_host, roles);
  const std::vector<std::int64_t> capacities((roles + room - 1) / room, static_cast<std::int64_t>(room));
  return task_groups(affinity, capacities, options);
}

Affinity traffic_between(const TaskGroups& groups, const Affinity& affinity) {
  std::vector<Traffic> traffic;
  for (Role role = 0; role < affinity.roles(); ++role) {
    for (const AffinityEntry& entry : affinity.row(role)) {
      traffic.push_back({groups.of_role[role], groups.of_role[entry.destination], entry.bytes, entry.messages});
    }
  }
  return Affinity::from_traffic(groups.count(), std::move(traffic));
}

}  // namespace topomorph::mapping
