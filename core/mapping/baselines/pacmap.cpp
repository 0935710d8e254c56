// PaCMap as a mapping algorithm [Tuncer 2015]: groups of tasks that each fit into a host, and the hosts of a topology.
#include "core/mapping/baselines/pacmap.h"

#include <algorithm>

#include "core/base/successive.h"
#include "core/evaluation/cost_model.h"
#include "core/mapping/baselines/expansion.h"
#include "core/mapping/baselines/free_hosts.h"
#include "core/mapping/graph/partition.h"
#include "core/topology/shapes/visit.h"

namespace topomorph::mapping {
namespace {

constexpr Effort kPacmapEffort{2, 4, 8, 2};

}  // namespace

TaskGroups task_groups(const Affinity& affinity, std::span<const std::int64_t> capacities, const MapOptions& options) {
  const Graph graph = scaled_graph(affinity, options.weight, affinity.roles(), kLargestSumForDistances);
  TaskGroups groups;
  if (std::all_of(capacities.begin(), capacities.end(), [](std::int64_t capacity) { return capacity == 1; })) {
    groups.of_role = successive<Vertex>(affinity.roles());
  } else {
    PartitionContext context{kPacmapEffort, Random(options.seed), Deadline(options.time_limit), {}};
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

namespace {

HostView every_slot(const Topology& topology) { return {borrowed(topology), successive<Slot>(topology.slots())}; }

HostView of_tree(const TreeTopology& tree, UnknownHosts unknown) {
  const bool guess = unknown == UnknownHosts::BelowTheRoot;
  const std::size_t level = guess ? evaluation::host_level_of(tree) : evaluation::known_host_level_of(tree);
  if (level == 0 || tree.nodes(level) == 1) return every_slot(tree);
  const auto& begin = tree.level(level).begin;
  HostView view{std::make_shared<TreeTopology>(tree.restricted_to({begin.data(), begin.size() - 1})), {}};
  for (std::size_t host = 0; host + 1 < begin.size(); ++host) {
    view.host_of.insert(view.host_of.end(), begin[host + 1] - begin[host], host);
  }
  return view;
}

HostView of_places(const topology::ComposedTopology& composed) {
  HostView view{borrowed(composed.network()), {}};
  for (std::size_t place = 0; place + 1 < composed.begin().size(); ++place) {
    view.host_of.insert(view.host_of.end(), composed.begin()[place + 1] - composed.begin()[place], place);
  }
  return view;
}

using SlotsOfHosts = std::vector<std::vector<Slot>>;

SlotsOfHosts slots_of_hosts(const HostView& view) {
  SlotsOfHosts slots(view.network->slots());
  for (Slot slot = 0; slot < view.host_of.size(); ++slot) slots[view.host_of[slot]].push_back(slot);
  return slots;
}

/// Returns the capacities of the groups: those of the largest hosts, as many as are needed.
std::vector<std::int64_t> capacities_for(std::uint64_t roles, const SlotsOfHosts& slots) {
  std::vector<std::int64_t> capacities;
  for (const auto& of_host : slots) capacities.push_back(static_cast<std::int64_t>(of_host.size()));
  std::sort(capacities.rbegin(), capacities.rend());
  std::size_t count = 0;
  for (std::uint64_t room = 0; room < roles; ++count) room += static_cast<std::uint64_t>(capacities[count]);
  capacities.resize(count);
  return capacities;
}

HostKinds kinds_of(const SlotsOfHosts& slots, const std::vector<std::int64_t>& capacities) {
  HostKinds kinds;
  for (const auto& of_host : slots) kinds.of_host.push_back(of_host.size());
  kinds.of_group.assign(capacities.begin(), capacities.end());
  return kinds;
}

}  // namespace

HostView HostView::of(const Topology& topology, UnknownHosts unknown) {
  return topology::visit_shape(
      topology, [=](const TreeTopology& tree) { return of_tree(tree, unknown); },
      [](const topology::ComposedTopology& composed) { return of_places(composed); },
      [=](const topology::RestrictedTopology& part) {
        const HostView whole = of(part.whole(), unknown);
        HostView view{whole.network, {}};
        for (const Slot slot : part.kept()) view.host_of.push_back(whole.host_of[slot]);
        return view;
      },
      [](const topology::NetworkTopology& hosts) { return every_slot(hosts); });
}

namespace {

Mapping run_pacmap(const Problem& problem, UnknownHosts unknown) {
  const HostView view = HostView::of(problem.topology, unknown);
  const SlotsOfHosts slots = slots_of_hosts(view);
  const std::vector<std::int64_t> capacities = capacities_for(problem.affinity.roles(), slots);
  const TaskGroups groups = task_groups(problem.affinity, capacities, problem.options);
  FreeHosts free{*view.network, {}};
  for (Slot host = 0; host < slots.size(); ++host) {
    if (!slots[host].empty()) free.hosts.push_back(host);
  }
  const std::vector<Slot> host_of = pacmap(free, groups.graph, kinds_of(slots, capacities));
  std::vector<std::size_t> used(slots.size());
  Mapping mapping(problem.affinity.roles());
  for (Role role = 0; role < mapping.size(); ++role) {
    const Slot host = host_of[groups.of_role[role]];
    mapping[role] = slots[host][used[host]++];
  }
  return mapping;
}

}  // namespace

Mapping map_by_pacmap(const Problem& problem) { return run_pacmap(problem, UnknownHosts::Refused); }

Mapping start_by_pacmap(const Problem& problem) { return run_pacmap(problem, UnknownHosts::BelowTheRoot); }

}  // namespace topomorph::mapping
